import { setTimeout as pause } from 'node:timers/promises';
import { serveCalls } from '@copup/testkit/child.ts';
import { nowMs, readUsage } from '../usage.ts';

export type RoomCalls = ReturnType<typeof serveRooms>;

/** Answers the bench's calls on a server, with its way of broadcasting. */
export function serveRooms({
  port,
  broadcast,
  snapshotReads = () => 0,
  close,
}: {
  port: number;
  broadcast: () => void;
  /** How often the room was read from PostgreSQL. */
  snapshotReads?: () => number;
  close: () => Promise<void>;
}) {
  const calls = {
    port: () => port,
    /** Sends `count` updates of the room, evenly spaced. Returns when each was sent. */
    async broadcast({ count, everyMs }: { count: number; everyMs: number }) {
      const atMs: number[] = [];
      for (let at = 0; at < count; at += 1) {
        // Never closer than this, even when a timer is late: rooms would coalesce updates.
        await pause(everyMs);
        atMs.push(nowMs());
        broadcast();
      }
      return atMs;
    },
    readUsage: (how: { collects: boolean }) => ({ ...readUsage(how), snapshotReads: snapshotReads() }),
  };
  serveCalls(calls, close);
  return calls;
}
