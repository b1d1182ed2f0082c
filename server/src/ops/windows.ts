import type { Counters, Latency, RoomCounters } from '../rooms/metrics.ts';
import {
  addWindows,
  emptyWindow,
  MAX_REPORTED,
  type RoomWindow,
  type Sparse,
  type Window,
} from './report.ts';

interface Taken {
  joins: number;
  updates: number;
  messages: number;
  bytes: number;
  emit: Uint32Array;
  client: Uint32Array;
  emitCount: number;
  clientCount: number;
}

/** Returns what counters have counted since the previous read. */
export class Windows {
  #taken = new WeakMap<Counters, Taken>();

  /** Resets all windows: the next window of every existing counter is empty. */
  restart(rooms: ReadonlyMap<string, RoomCounters>): void {
    this.#taken = new WeakMap();
    for (const { counters } of rooms.values()) this.take(counters);
  }

  take(counters: Counters): Window {
    let taken = this.#taken.get(counters);
    if (!taken) {
      taken = newTaken(counters);
      this.#taken.set(counters, taken);
    }
    const { commitToEmit, emitToClient } = counters;
    const window: Window = {
      members: counters.members,
      joins: counters.joins - taken.joins,
      updates: counters.updates - taken.updates,
      messages: counters.messages - taken.messages,
      bytes: counters.bytes - taken.bytes,
      // Most rooms have nothing new in most seconds; their buckets are not read.
      emit: commitToEmit.count === taken.emitCount ? [] : takeBuckets(commitToEmit, taken.emit),
      client: emitToClient.count === taken.clientCount ? [] : takeBuckets(emitToClient, taken.client),
    };
    const { joins, updates, messages, bytes } = counters;
    Object.assign(taken, { joins, updates, messages, bytes });
    taken.emitCount = commitToEmit.count;
    taken.clientCount = emitToClient.count;
    return window;
  }

  total(kinds: ReadonlyMap<string, Counters>): Window {
    const windows = [...kinds.values()].map((counters) => this.take(counters));
    return windows.length === 0 ? emptyWindow() : addWindows(windows);
  }

  /** Returns the busiest rooms first, with the number of all. */
  rooms(rooms: ReadonlyMap<string, RoomCounters>): { rooms: RoomWindow[]; roomCount: number } {
    const all: RoomWindow[] = [];
    for (const [room, { kind, counters }] of rooms) all.push({ room, kind, ...this.take(counters) });
    all.sort(byActivity);
    return { rooms: all.slice(0, MAX_REPORTED), roomCount: all.length };
  }
}

export function byActivity(
  a: { messages: number; members: number },
  b: { messages: number; members: number },
): number {
  return b.messages - a.messages || b.members - a.members;
}

function newTaken({ commitToEmit, emitToClient }: Counters): Taken {
  return {
    joins: 0,
    updates: 0,
    messages: 0,
    bytes: 0,
    emit: new Uint32Array(commitToEmit.buckets.length),
    client: new Uint32Array(emitToClient.buckets.length),
    emitCount: 0,
    clientCount: 0,
  };
}

/** Returns the counts since the last call, and stores the present ones in `taken`. */
function takeBuckets({ buckets }: Latency, taken: Uint32Array): Sparse {
  const sparse: [number, number][] = [];
  for (let at = 0; at < buckets.length; at += 1) {
    const count = (buckets[at] ?? 0) - (taken[at] ?? 0);
    if (count > 0) sparse.push([at, count]);
  }
  taken.set(buckets);
  return sparse;
}
