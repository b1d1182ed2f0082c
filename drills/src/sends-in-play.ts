import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { sendCoins, setPin } from '@copup/testkit/wallet-player.ts';
import type { Outcome, PlayWorld } from './scene.ts';

/** The limit is five sends a minute for each player, and a repeated request counts. */
const sendsOfEach = 3;
const pauseMs = { from: 150, to: 500 };

export interface SendsInPlay {
  /** Resolves once this many more sends were acknowledged, or all are done. */
  moreSends(count: number): Promise<void>;
  done: Promise<unknown>;
}

const isSent = ({ type, command }: HistoryEvent) => type === 'ok' && command === 'send';

/** Every spare player sends coins to other spare players, half of the sends to the first one. */
export async function playSends({
  spares,
  spareUsers,
  servers,
  recorder,
  random,
}: PlayWorld): Promise<SendsInPlay> {
  for (const [nth, spare] of spares.entries()) await setPin(servers[nth % servers.length]?.url ?? '', spare);
  let isDone = false;
  const done = Promise.all(
    spares.map(async (spare, nth) => {
      for (let turn = 0; turn < sendsOfEach; turn += 1) {
        await pause(random.int(pauseMs.from, pauseMs.to));
        const other = (nth + random.int(1, spares.length - 1)) % spares.length;
        const recipient = spareUsers[turn % 2 === 0 && nth > 0 ? 0 : other];
        if (recipient) await sendCoins(spare, recipient, random.int(1, 50));
      }
    }),
  ).then(() => {
    isDone = true;
  });
  const sent = () => recorder.events.filter(isSent).length;
  return {
    done,
    moreSends: async (count) => {
      const goal = sent() + count;
      while (sent() < goal && !isDone) await pause(10);
    },
  };
}

/** Sends were acknowledged before the fault ended and after it. */
export function judgeSent({ history, faultFromMs }: Outcome): string[] {
  const sends = history.filter(isSent);
  if (sends.length === 0) return ['no send was acknowledged'];
  return sends.some(({ atMs }) => atMs > faultFromMs)
    ? []
    : ['no send was acknowledged after the fault began'];
}
