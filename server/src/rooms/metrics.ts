import { Latency } from './latency.ts';
import type { RoomKind, RoomMetric } from './room-kind.ts';

/** So many rooms are listed, those with the most members first. */
const MAX_LISTED = 1_000;

export class Counters {
  members = 0;
  joins = 0;
  /** Frames composed, one for all members of a view. */
  updates = 0;
  /** Frames written, one for each member. */
  messages = 0;
  bytes = 0;
  readonly commitToEmit = new Latency();
  /** Until a client's answer to a sampled frame was there. */
  readonly emitToClient = new Latency();

  read(room: string | null, kind: string): RoomMetric {
    const { members, joins, updates, messages, bytes } = this;
    const [commitToEmitMs, emitToClientMs] = [this.commitToEmit.read(), this.emitToClient.read()];
    return { room, kind, members, joins, updates, messages, bytes, commitToEmitMs, emitToClientMs };
  }
}

type Measured = Pick<RoomKind, 'kind' | 'hasFigures'>;

export interface RoomCounters {
  readonly kind: string;
  readonly counters: Counters;
}

/** Counters of rooms with members here, and of each kind since the start. Bounded: a room's go with its last member. */
export class RoomMetrics {
  readonly rooms = new Map<string, RoomCounters>();
  readonly kinds = new Map<string, Counters>();

  joined(room: string, kind: Measured): void {
    for (const counters of this.#of(room, kind)) {
      counters.members += 1;
      counters.joins += 1;
    }
  }

  left(room: string, kind: Measured): void {
    for (const counters of this.#of(room, kind)) counters.members -= 1;
  }

  /** One frame of `bytes`, written to so many members. */
  emitted(
    room: string,
    kind: Measured,
    frame: { bytes: number; messages: number; commitToEmitMs: number | undefined },
  ): void {
    for (const counters of this.#of(room, kind)) {
      counters.updates += 1;
      counters.messages += frame.messages;
      counters.bytes += frame.bytes * frame.messages;
      if (frame.commitToEmitMs !== undefined) counters.commitToEmit.record(frame.commitToEmitMs);
    }
  }

  /** The room may have lost its last member since. */
  seen(room: string, kind: string, emitToClientMs: number): void {
    this.rooms.get(room)?.counters.emitToClient.record(emitToClientMs);
    this.kinds.get(kind)?.emitToClient.record(emitToClientMs);
  }

  forget(room: string): void {
    this.rooms.delete(room);
  }

  read(): RoomMetric[] {
    const rooms = [...this.rooms].map(([room, { kind, counters }]) => counters.read(room, kind));
    rooms.sort((a, b) => b.members - a.members);
    const kinds = [...this.kinds].map(([kind, counters]) => counters.read(null, kind));
    return [...kinds, ...rooms.slice(0, MAX_LISTED)];
  }

  #of(room: string, { kind, hasFigures }: Measured): Counters[] {
    let ofKind = this.kinds.get(kind);
    if (!ofKind) {
      ofKind = new Counters();
      this.kinds.set(kind, ofKind);
    }
    if (hasFigures === false) return [ofKind];
    let ofRoom = this.rooms.get(room);
    if (!ofRoom) {
      ofRoom = { kind, counters: new Counters() };
      this.rooms.set(room, ofRoom);
    }
    return [ofRoom.counters, ofKind];
  }
}
