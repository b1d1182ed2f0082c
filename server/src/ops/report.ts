import { quantileMs } from '../rooms/metrics.ts';

/** So many rooms, its busiest, a server tells the others of. */
export const MAX_REPORTED = 2_000;

/** Bucket and count, for the buckets that have any. */
export type Sparse = (readonly [bucket: number, count: number])[];

/** What was counted between two ticks. Members are those at the end. */
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

/** What one server tells of its last second. */
export interface ServerReport {
  id: string;
  /** Grows with each report; one that stands still is of a server that is gone. */
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
  /** The busiest first. */
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
