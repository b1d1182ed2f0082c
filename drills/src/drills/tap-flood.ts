import { setTimeout as pause } from 'node:timers/promises';
import { SOCKET_PATH, TAP } from '@copup/shared/room-names.ts';
import type { TapCounted, UserTaps } from '@copup/shared/tap-contests.ts';
import { tapBucket } from '@copup/shared/tap-limits.ts';
import { joinContest } from '@copup/testkit/contest-player.ts';
import { Recorder } from '@copup/testkit/history.ts';
import { Tapper } from '@copup/testkit/tapper.ts';
import { io, type Socket } from 'socket.io-client';
import { judgePlayed, playContests } from '../contests-in-play.ts';
import type { Drills } from '../drill.ts';
import type { World } from '../scene.ts';

const players = 4;
const sockets = 5;
const floodMs = 5_000;
const everyMs = 25;
const perTick = 5;
const tapsPerBatch = 1_000;
const ackTimeoutMs = 3_000;
const reconnectMs = 100;

export const tapFlood: Drills[string] = {
  fault: `one player sends ${(sockets * perTick * 1_000) / everyMs} messages of taps a second over ${sockets} sockets of both servers: batches of ${tapsPerBatch}, repeated and forged ones`,
  holds: 'I4 I5: the cap of C2 holds; the taps of others count',
  spares: players + 1,
  auctionMs: 14_000,
  inject: async (world) => {
    const contests = await playContests(world, players);
    await contests.morePlays(10);
    await flood(world, contests.ids.tap, contests.voidId);
    await contests.ended;
  },
  judge: judgePlayed,
};

/** Floods the servers, and checks the attacker's count: it must equal the acknowledged taps and be within the cap. */
async function flood({ servers, spares, announce, addViolation }: World, tap: number, notJoined: number) {
  const attacker = spares[players];
  const victim = spares[0];
  if (!attacker || !victim) throw new Error('a player is missing');
  const joined = await joinContest(attacker, { kind: 'tap', id: tap });
  if (joined.type !== 'ok') throw new Error('the attacker could not join');
  // A contest of its own, because forged batches also count, but are missing in the checker's history.
  const recorder = new Recorder();
  const startedAtMs = Date.now();
  announce('one player floods');
  const untilMs = startedAtMs + floodMs;
  const connections = Array.from(
    { length: sockets },
    (_, nth) => new FloodConnection(servers[nth % servers.length]?.url ?? '', attacker.token),
  );
  try {
    await Promise.all(
      connections.map(async (connection, nth) => {
        const stream = 1_000 + nth;
        const tapper = new Tapper(attacker, connection, recorder, { contest: tap, stream });
        const forged = [
          { contest: tap, stream, batch: 1, count: 1 },
          { contest: tap, stream, batch: 1, count: tapsPerBatch },
          { contest: tap, stream, batch: 1, count: 10 ** 9 },
          { contest: tap, stream, batch: 1, count: -5 },
          { contest: tap, stream, batch: 1, count: '7' },
          { contest: tap, stream: 1, batch: 1, count: 3, user_id: victim.userId, userId: victim.userId },
          { contest: tap, stream: 0.5, batch: 0, count: 1, accepted: 500, score: 500 },
          { contest: notJoined, stream, batch: 1, count: 9 },
          null,
          [tap, stream, 1, 4],
        ];
        const timer = setInterval(() => {
          for (let nth = 0; nth < perTick; nth += 1)
            connection.emit(forged[(nth + connection.sent) % forged.length]);
        }, everyMs);
        try {
          while (Date.now() < untilMs) await tapper.tap(tapsPerBatch);
        } finally {
          clearInterval(timer);
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (Date.now() - startedAtMs) / 1_000;
  const { tap_count: taps } = await attacker.read<UserTaps>(`/tap/user-taps/${tap}`);
  const cap = tapBucket.burst + Math.ceil(seconds * tapBucket.perSecond);
  const sent = connections.reduce((sum, connection) => sum + connection.sent, 0);
  announce(`${sent} messages in ${Math.round(seconds)} s; ${taps} taps count of at most ${cap}`);
  const acknowledged = recorder.events
    .flatMap(({ type, reply }) => (type === 'ok' ? [reply as TapCounted] : []))
    .reduce((sum, { accepted, repeated }) => sum + (repeated ? 0 : accepted), 0);
  if (taps < acknowledged) addViolation(`${taps} taps count, ${acknowledged} were acknowledged`);
  if (taps > cap) addViolation(`${taps} taps of one player count in ${seconds} s, the cap allows ${cap}`);
  if (taps < tapBucket.burst) addViolation(`only ${taps} taps count: the flood kept the player from tapping`);
}

/** A socket that reconnects whenever the server closes it. */
class FloodConnection {
  sent = 0;
  readonly #url: string;
  readonly #token: string;
  #socket: Socket;
  #isClosed = false;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
    this.#socket = this.#connect();
  }

  /** Not recorded and not waited for. */
  emit(payload: unknown): void {
    if (!this.#socket.connected) return;
    this.sent += 1;
    this.#socket.emit(TAP, payload, () => undefined);
  }

  async request(event: string, payload: unknown): Promise<unknown> {
    if (!this.#socket.connected) throw new Error('not connected');
    this.sent += 1;
    return this.#socket.timeout(ackTimeoutMs).emitWithAck(event, payload);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.disconnect();
  }

  #connect(): Socket {
    const socket = io(this.#url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      auth: { token: this.#token },
      reconnection: false,
      forceNew: true,
    });
    const reconnect = async () => {
      await pause(reconnectMs);
      if (!this.#isClosed && socket === this.#socket) this.#socket = this.#connect();
    };
    socket.on('disconnect', reconnect);
    socket.on('connect_error', reconnect);
    return socket;
  }
}
