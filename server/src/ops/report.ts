import { quantileMs } from '../rooms/metrics.ts';

/** Maximum number of rooms reported to peers, busiest first. */
export const MAX_REPORTED = 2_000;

/** Bucket and count, for the buckets that are not empty. */
export type Sparse = (readonly [bucket: number, count: number])[];

/** Counts between two ticks. Members are those at the end. */
export interface Window {
  members: number;
  joins: number;
  updates: number;
  messages: number;
  bytes: number;
  emit: Sparse;
  client: Sparse;
}

export interface RoomWindow extends Window {
  room: string;
  kind: string;
}

/** The figures of one server for its last second. */
export interface ServerReport {
  id: string;
  /** Increases with each report; a report that does not change comes from a server that is gone. */
  tick: number;
  elapsedMs: number;
  cpu: number;
  loop: number;
  sockets: number;
  reopened: number;
  commands: number;
  commandsRefused: number;
  guardStops: number;
  total: Window;
  /** Busiest first. */
  rooms: RoomWindow[];
  roomCount: number;
}

export function emptyWindow(): Window {
  return { members: 0, joins: 0, updates: 0, messages: 0, bytes: 0, emit: [], client: [] };
}

export function addWindows(windows: readonly Window[]): Window {
  if (windows.length === 1 && windows[0]) return windows[0];
  const sum = emptyWindow();
  for (const window of windows) {
    sum.members += window.members;
    sum.joins += window.joins;
    sum.updates += window.updates;
    sum.messages += window.messages;
    sum.bytes += window.bytes;
  }
  sum.emit = addSparse(windows.map(({ emit }) => emit));
  sum.client = addSparse(windows.map(({ client }) => client));
  return sum;
}

export function percentilesOf(sparse: Sparse): { p50: number; p99: number } | null {
  if (sparse.length === 0) return null;
  const buckets: number[] = [];
  for (const [bucket, count] of sparse) buckets[bucket] = count;
  const [p50, p99] = [quantileMs(buckets, 0.5), quantileMs(buckets, 0.99)];
  return p50 === undefined || p99 === undefined ? null : { p50, p99 };
}

function addSparse(all: readonly Sparse[]): Sparse {
  const counts = new Map<number, number>();
  for (const sparse of all)
    for (const [bucket, count] of sparse) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  return [...counts];
}
