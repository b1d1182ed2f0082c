import type { OpsState } from '@copup/shared/ops.ts';
import type { RoomTrails } from '../../../console/live/trails.ts';
import { secondsLeft } from '../../../lib/format-time.ts';

const SOON_S = 30;
const cancelled: ReadonlySet<string> = new Set(['cancelling', 'cancelled', 'void']);

/**
 * Rooms of real players. Subjects that were cancelled are over, whatever their end was; only people count, not the operators
 * who look.
 */
export function roomsToWatch(
  { rooms, goalMs }: Pick<OpsState, 'rooms' | 'goalMs'>,
  trails: RoomTrails,
  nowMs: number,
) {
  const watched = rooms.filter(
    ({ realm = 0, status, sockets }) => realm === 0 && sockets > 0 && !cancelled.has(status ?? ''),
  );
  return watched.map((room) => {
    const p99 = room.emit?.p99 ?? trails.get(room.room)?.p99s.at(-1);
    const left = room.endsAt === undefined ? undefined : secondsLeft(room.endsAt, nowMs);
    const isEnding = left !== undefined && left > 0 && left <= SOON_S;
    return { ...room, p99, left, isSlow: p99 !== undefined && p99 > goalMs, isEnding };
  });
}
