import { sendNotice, serveCalls } from '@copup/testkit/child.ts';
import type { Compared, Share } from './messages.ts';
import { type RoomSnapshot, setClockOffset } from './room-socket.ts';
import { WorkerPlayers } from './worker-players.ts';

const TICK_EVERY_MS = 250;

// Ctrl-C reaches the whole process group; the parent ends this process after its clean-up.
process.on('SIGINT', () => {});

let players: WorkerPlayers | undefined;

function tick(): void {
  if (players) sendNotice(players.tick());
}

const calls = {
  setClock(aheadMs: number): void {
    setClockOffset(aheadMs);
  },
  async prepare(share: Share): Promise<void> {
    players = new WorkerPlayers(share);
    setInterval(tick, TICK_EVERY_MS);
    await players.prepare();
  },
  async connect(fromMs: number): Promise<void> {
    await players?.connect(fromMs);
  },
  async run(fromMs: number): Promise<void> {
    await players?.run(fromMs);
    // Sends the rest of the history before reporting the end.
    tick();
  },
  stop(): void {
    players?.stop();
    tick();
  },
  compare(truth: ReadonlyMap<string, RoomSnapshot>): Compared {
    tick();
    return players?.compare(truth) ?? { compared: 0, divergent: 0, examples: [] };
  },
};
export type WorkerCalls = typeof calls;

serveCalls(calls);
