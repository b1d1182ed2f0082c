import type { RoomKind } from './room-kind.ts';

/** Of one room, or of a whole kind since the server started. */
export class Counters {
  members = 0;
  joins = 0;
  /** Frames composed, one for all members of a view. */
  updates = 0;
  /** Frames written, one for each member. */
  messages = 0;
  /** Bytes of frames over all members. */
  bytes = 0;
  /** From the commit to the write, throttling included; slower views are left out. */
  readonly commitToEmit = new Latency();
  /** From the write until the client's acknowledgement arrived, for one frame in a hundred. */
  readonly emitToClient = new Latency();
}

type Measured = Pick<RoomKind, 'kind' | 'hasFigures'>;

export interface RoomCounters {
  readonly kind: string;
  readonly counters: Counters;
}

/**
 * Counters of rooms with members here, and of each kind since the start. Bounded: a room's counters are deleted with
 * its last member.
 */
export class RoomMetrics {
  readonly rooms = new Map<string, RoomCounters>();
  readonly kinds = new Map<string, Counters>();

  /** An operator is no member of the room itself: its number is that of the people who watch. */
  joined(room: string, kind: Measured, isOperator = false): void {
    for (const counters of this.#of(room, kind)) {
      if (!isOperator || counters === this.kinds.get(kind.kind)) counters.members += 1;
      counters.joins += 1;
    }
  }

  left(room: string, kind: Measured, isOperator = false): void {
    for (const counters of this.#of(room, kind))
      if (!isOperator || counters === this.kinds.get(kind.kind)) counters.members -= 1;
  }

  /** Counts one frame, written to `messages` members with `bytes` in all. */
  emitted(
    room: string,
    kind: Measured,
    frame: { bytes: number; messages: number; commitToEmitMs: number | undefined },
  ): void {
    for (const counters of this.#of(room, kind)) {
      counters.updates += 1;
      counters.messages += frame.messages;
      counters.bytes += frame.bytes;
      if (frame.commitToEmitMs !== undefined) counters.commitToEmit.record(frame.commitToEmitMs);
    }
  }

  /** Records a delivery latency. The room may have lost its last member since. */
  deliveryMeasured(room: string, kind: string, emitToClientMs: number): void {
    this.rooms.get(room)?.counters.emitToClient.record(emitToClientMs);
    this.kinds.get(kind)?.emitToClient.record(emitToClientMs);
  }

  forget(room: string): void {
    this.rooms.delete(room);
  }

  #of(room: string, { kind, hasFigures }: Measured): Counters[] {
    const ofKind = this.kinds.get(kind) ?? new Counters();
    this.kinds.set(kind, ofKind);
    if (hasFigures === false) return [ofKind];
    const ofRoom = this.rooms.get(room) ?? { kind, counters: new Counters() };
    this.rooms.set(room, ofRoom);
    return [ofRoom.counters, ofKind];
  }
}

/** Upper bounds of the buckets in milliseconds; the last one is open. */
export const LATENCY_BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 2_000, 5_000,
] as const;

const NO_COUNTS = new Uint32Array(LATENCY_BOUNDS_MS.length + 1);

/** Counts of durations by bucket. Those of several rooms or servers add up bucket by bucket. */
export class Latency {
  #buckets = NO_COUNTS;
  count = 0;
  sumMs = 0;

  get buckets(): Readonly<Uint32Array> {
    return this.#buckets;
  }

  /** Records a duration; a negative one, from two clocks that differ, counts as 0. */
  record(ms: number): void {
    const durationMs = Math.max(0, ms);
    let at = 0;
    while (at < LATENCY_BOUNDS_MS.length && durationMs > (LATENCY_BOUNDS_MS[at] ?? 0)) at += 1;
    // Allocated on first use: most rooms never record anything.
    if (this.#buckets === NO_COUNTS) this.#buckets = new Uint32Array(NO_COUNTS.length);
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
    this.count += 1;
    this.sumMs += durationMs;
  }
}

/**
 * Returns the upper bound of the quantile's bucket, never lower than the real value; undefined when nothing was
 * counted.
 */
export function quantileMs(buckets: ArrayLike<number>, share: number): number | undefined {
  let count = 0;
  for (let at = 0; at < buckets.length; at += 1) count += buckets[at] ?? 0;
  if (count === 0) return undefined;
  let left = Math.ceil(count * share);
  for (const [at, bound] of LATENCY_BOUNDS_MS.entries()) {
    left -= buckets[at] ?? 0;
    if (left <= 0) return bound;
  }
  // The last bucket has no upper bound.
  return LATENCY_BOUNDS_MS[LATENCY_BOUNDS_MS.length - 1];
}

/** One frame in this many carries a number that its client acknowledges. */
const ONE_IN = 100;
const MAX_WAITING = 10_000;
const FORGET_AFTER_MS = 10_000;

interface Sample {
  /** The id of its socket. */
  member: string;
  room: string;
  kind: string;
  sentAtMs: number;
}

export interface DeliveryLatencySamplesOptions {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  onDelivered: (room: string, kind: string, emitToClientMs: number) => void;
  oneIn?: number;
}

/**
 * Delivery-latency samples: every hundredth written frame carries a number, and a client that supports it sends the
 * number back. A sample without an acknowledgement is deleted after ten seconds and not counted.
 */
export class DeliveryLatencySamples {
  readonly #options: DeliveryLatencySamplesOptions;
  readonly #waiting = new Map<number, Sample>();
  #untilNext: number;
  #lastId = 0;

  constructor(options: DeliveryLatencySamplesOptions) {
    this.#options = options;
    this.#untilNext = options.oneIn ?? ONE_IN;
  }

  /** Called once for each frame and member; returns the number to send along for one in a hundred. */
  take(member: string, room: string, kind: string): number | undefined {
    this.#untilNext -= 1;
    if (this.#untilNext > 0) return undefined;
    this.#untilNext = this.#options.oneIn ?? ONE_IN;
    const sentAtMs = this.#options.nowMs();
    // Oldest first, so expired samples are at the front.
    for (const [id, sample] of this.#waiting) {
      if (this.#waiting.size < MAX_WAITING && sentAtMs - sample.sentAtMs < FORGET_AFTER_MS) break;
      this.#waiting.delete(id);
    }
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, { member, room, kind, sentAtMs });
    return this.#lastId;
  }

  /** Records the latency. Ignores anything but the number that was sent to this member. */
  acknowledge(member: string, id: unknown): void {
    if (typeof id !== 'number') return;
    const sample = this.#waiting.get(id);
    if (sample?.member !== member) return;
    this.#waiting.delete(id);
    this.#options.onDelivered(sample.room, sample.kind, this.#options.nowMs() - sample.sentAtMs);
  }
}
