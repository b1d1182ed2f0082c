import type { OpsPoint, OpsRoom, OpsState } from '@copup/shared/ops.ts';

const ROOM_POINTS = 24;
const SECONDS = 600;

export interface RoomTrail {
  /** p99 from commit to emit in milliseconds, oldest first. */
  p99s: readonly number[];
  /** The last measured p99 from emit to client; one frame in a hundred is measured. */
  toClient: number | undefined;
}
/** Trails by the name of the room. */
export type RoomTrails = ReadonlyMap<string, RoomTrail>;

/** Recent values of the figures. */
export interface Trails {
  rooms: RoomTrails;
  /** Figures of all servers, per second. */
  total: readonly OpsPoint[];
  toClient: number | undefined;
}

export const noTrails: Trails = { rooms: new Map(), total: [], toClient: undefined };

export function extendTrails({ rooms, total, toClient }: Trails, state: OpsState): Trails {
  return {
    rooms: extendRooms(rooms, state.rooms),
    total: [...total, toPoint(state)].slice(-SECONDS),
    toClient: state.total.client?.p99 ?? toClient,
  };
}

/** Adds a second. Without frames there is no new latency. */
export function extendRooms(trails: RoomTrails, rooms: readonly OpsRoom[]): RoomTrails {
  return new Map(
    rooms.map(({ room, emit, client }) => {
      const { p99s = [], toClient } = trails.get(room) ?? {};
      const p99 = emit?.p99 ?? p99s.at(-1);
      const extended = p99 === undefined ? p99s : [...p99s, p99].slice(-ROOM_POINTS);
      return [room, { p99s: extended, toClient: client?.p99 ?? toClient }];
    }),
  );
}

/** Prepends the history, which is read once, to the points received since. */
export function precede(past: readonly OpsPoint[], trails: Trails): Trails {
  const { total } = trails;
  const firstAt = total[0]?.at ?? Number.POSITIVE_INFINITY;
  const earlier = past.filter(({ at }) => at < firstAt - 500);
  return { ...trails, total: [...earlier, ...total].slice(-SECONDS) };
}

function toPoint({ at, total }: OpsState): OpsPoint {
  const { emit, client, ...figures } = total;
  return { at, ...figures, p99: emit?.p99 ?? null };
}
