import type { OpsPoint, OpsState } from '@copup/shared/ops.ts';

const ROOM_POINTS = 24;
const SECONDS = 600;

/** Where the figures have been. */
export interface Trails {
  /** p99 of each room in milliseconds, oldest first. */
  rooms: ReadonlyMap<string, readonly number[]>;
  /** All servers together, second by second. */
  total: readonly OpsPoint[];
}

export const noTrails: Trails = { rooms: new Map(), total: [] };

/** A second without a frame says nothing new about how fast frames are. */
export function extendTrails({ rooms, total }: Trails, state: OpsState): Trails {
  const extended = state.rooms.map(({ room, emit }) => {
    const before = rooms.get(room) ?? [];
    const p99 = emit?.p99 ?? before.at(-1) ?? 0;
    return [room, [...before, p99].slice(-ROOM_POINTS)] as const;
  });
  return { rooms: new Map(extended), total: [...total, toPoint(state)].slice(-SECONDS) };
}

/** Puts the past, read once, in front of what has been heard since. */
export function precede(past: readonly OpsPoint[], { rooms, total }: Trails): Trails {
  const firstAt = total[0]?.at ?? Number.POSITIVE_INFINITY;
  const earlier = past.filter(({ at }) => at < firstAt - 500);
  return { rooms, total: [...earlier, ...total].slice(-SECONDS) };
}

function toPoint({ at, total }: OpsState): OpsPoint {
  const { sockets, messages, bytes, emit, bids, bidsRefused, guardStops, reconnects } = total;
  return { at, sockets, messages, bytes, p99: emit?.p99 ?? null, bids, bidsRefused, guardStops, reconnects };
}
