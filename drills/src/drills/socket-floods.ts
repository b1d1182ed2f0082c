import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { frame, opcodes, text, WireSocket } from '@copup/testkit/wire-socket.ts';
import { bidTimes, quantile } from '../bid-times.ts';
import type { Drills } from '../drill.ts';
import { residentMb } from '../resident-memory.ts';

const quietMs = 6_000;
const attackMs = 1_500;
const attackersEach = 8;
const mayTakeMs = 1_000;
const backAfterMs = 50;
const idle = 3_000;
const idleAtOnce = 50;
const mostPending = 2_000;
/**
 * The limit does not count recent sockets, so that a whole network can reconnect at once; a sweep each second closes
 * older ones.
 */
const untilOldMs = 4_500;
const mostGrowthMb = 100;
/** Maximum ratio of bid latency during the attacks to that before; other load on the machine affects both. */
const mostRatio = 3;
const slackMs = 100;

const fill = (...frames: Buffer[]): Buffer => {
  const once = Buffer.concat(frames);
  return Buffer.concat(Array.from({ length: Math.ceil(64_000 / once.length) }, () => once));
};
const attacks: Record<string, Buffer> = {
  'connects in a loop': fill(text('40{"token":"bad"}')),
  'other namespaces': fill(text('40/other,')),
  pings: fill(frame(opcodes.ping, 'x'.repeat(100))),
  pongs: fill(frame(opcodes.pong, 'x')),
  acknowledgements: fill(text('430[]')),
  events: fill(text('42["room:leave",{"room":"auction:1"}]')),
  'binary attachments': fill(text('451-["x",{"_placeholder":true,"num":0}]'), frame(opcodes.binary, 'x')),
  fragments: Buffer.concat([frame(opcodes.text, '4', false), fill(frame(opcodes.continuation, '', false))]),
};

export const socketFloods: Drills[string] = {
  fault: `${attackersEach * 2} sockets at a time, half of them admitted, flood in eight ways; then ${idle} sockets never request admission`,
  holds: 'each flooding socket is closed within a second; memory stays flat; bid latency is unchanged',
  spares: attackersEach,
  auctionMs: 60_000,
  inject: async ({ servers, spareUsers, recorder, announce, addViolation, atEnd, untilEndIs }) => {
    const [server] = servers;
    if (!server) throw new Error('the scene has no server');
    const { url } = server;
    announce('no fault yet: the latency of bids is measured');
    await pause(quietMs);
    const beforeMb = residentMb(server);
    const fromMs = Date.now();
    let floods = 0;
    let slowestMs = 0;
    for (const [what, bytes] of Object.entries(attacks)) {
      announce(what);
      const untilMs = Date.now() + attackMs;
      const attack = async (token: string | undefined) => {
        while (Date.now() < untilMs) {
          slowestMs = Math.max(slowestMs, await flood(url, token, bytes));
          floods += 1;
          await pause(backAfterMs);
        }
      };
      const tokens = spareUsers.flatMap(({ token }) => [token, undefined]);
      for (const ended of await Promise.allSettled(tokens.map(attack)))
        if (ended.status === 'rejected') addViolation(`${what}: ${ended.reason}`);
    }
    if (slowestMs > mayTakeMs) addViolation(`a flood was closed after ${Math.round(slowestMs)} ms`);
    announce(`${floods} floods, the slowest closed after ${Math.round(slowestMs)} ms; idle sockets connect`);
    const sockets: WireSocket[] = [];
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
    });
    while (sockets.length < idle)
      sockets.push(...(await Promise.all(Array.from({ length: idleAtOnce }, () => WireSocket.open(url)))));
    await pause(untilOldMs);
    const open = sockets.filter(({ isClosed }) => !isClosed).length;
    if (open > mostPending) addViolation(`${open} sockets without admission are open`);
    const toMs = Date.now();
    const growthMb = residentMb(server) - beforeMb;
    announce(`${open} idle sockets are open; the server grew by ${Math.round(growthMb)} MB`);
    if (growthMb > mostGrowthMb) addViolation(`the server grew by ${Math.round(growthMb)} MB`);
    await untilEndIs(0);
    judgeBids(recorder.events, fromMs, toMs).forEach(addViolation);
  },
};

/** Compares the latency of bids during the attack with that before it. */
function judgeBids(history: readonly HistoryEvent[], fromMs: number, toMs: number): string[] {
  const before = bidTimes(history, fromMs - quietMs, fromMs - 1);
  const during = bidTimes(history, fromMs, toMs);
  if (before.length === 0 || during.length === 0) return ['no bids to compare'];
  return [0.5, 0.95].flatMap((share) => {
    const [was, is] = [quantile(before, share), quantile(during, share)];
    return is > was * mostRatio + slackMs ? [`p${share * 100} of bids: ${is} ms, ${was} ms before`] : [];
  });
}

/**
 * Opens a socket, admitted if there is a token, and sends until the server closes it. Returns the time, in milliseconds.
 */
async function flood(url: string, token: string | undefined, bytes: Buffer): Promise<number> {
  const socket = await (token === undefined ? WireSocket.open(url) : WireSocket.admitted(url, token));
  const startedAtMs = performance.now();
  const sending = setInterval(() => socket.tcp.writableLength === 0 && socket.write(bytes), 5);
  socket.write(bytes);
  const giveUp = setTimeout(() => socket.destroy(), 10 * mayTakeMs);
  try {
    await socket.closed();
    return performance.now() - startedAtMs;
  } finally {
    clearInterval(sending);
    clearTimeout(giveUp);
  }
}
