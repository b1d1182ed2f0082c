import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { LaneHandle } from '../lanes/lane-kind.ts';
import { CARD, type StoredEvent, TraceRing, traced } from './trace-ring.ts';

const MINUTE_MS = 60_000;
/** Most events of one room on one server. */
const ROOM_EVENTS = 20_000;
/** Over all rooms of one server. */
const MOST_BYTES = 32 * 1024 * 1024;
/** After an eviction this share is in use, so that evictions are rare. */
const KEPT_SHARE = 0.9;
/** Refusal codes and commands are few; more than this would be a leak. */
const MOST_LABELS = 512;

export interface RoomTracesOptions {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The setting: how many minutes are kept; 0 records nothing. */
  minutes: () => number;
  roomEvents?: number;
  mostBytes?: number;
}

export interface TracedCommand {
  userId: string;
  /** `bid`, `buy-now`, … */
  command: string;
  /** `accepted` or the code of the refusal. */
  result: string;
  /** From the request to the decision. */
  ms: number;
  price?: number | undefined;
  seq?: number | undefined;
}

export interface ReadRoom {
  events: StoredEvent[];
  /** Names of commands and results by their number. */
  labels: readonly string[];
  /** Monotonic milliseconds; all events since are there. */
  fromMs: number;
  /** Whether there were earlier events within the recorded time. */
  isCut: boolean;
}

/**
 * Records the last minutes of each room on this server, in memory: a few numbers for an event, without a promise, a timer
 * or text. Bounded by events for a room and by bytes for all: the rooms whose last event is the oldest are deleted first.
 */
export class RoomTraces {
  readonly #options: Required<RoomTracesOptions>;
  readonly #rings = new Map<string, TraceRing>();
  readonly #labels: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  /** When rooms were deleted although their events were recent. */
  readonly #evictedAtMs = new Map<string, number>();
  /** Read by each sweep, so that the hot path does not read the settings. */
  #windowMs: number;
  /** Since when it records without a pause. */
  #sinceMs: number;
  #bytes = 0;
  #evicted = 0;

  constructor(options: RoomTracesOptions) {
    this.#options = { roomEvents: ROOM_EVENTS, mostBytes: MOST_BYTES, ...options };
    this.#windowMs = options.minutes() * MINUTE_MS;
    this.#sinceMs = options.nowMs();
  }

  get minutes(): number {
    return this.#windowMs / MINUTE_MS;
  }

  /** A member received the snapshot of the room and gets its frames from now on. */
  joined(room: string, userId: string, isCard: boolean, isReconnect: boolean): void {
    const kind = isReconnect ? traced.reconnect : traced.join;
    this.#push(room, isCard ? kind + CARD : kind, userId);
  }

  /** `isClosed`: its connection ended, in place of a page that left the room. */
  left(room: string, userId: string, isCard: boolean, isClosed: boolean): void {
    const kind = isClosed ? traced.close : traced.leave;
    this.#push(room, isCard ? kind + CARD : kind, userId);
  }

  /** One frame for all members of a view. A lag of -1 is unknown. */
  emitted(
    room: string,
    isCard: boolean,
    version: number,
    bytes: number,
    recipients: number,
    lagMs: number,
  ): void {
    const kind = isCard ? traced.frame + CARD : traced.frame;
    this.#push(room, kind, undefined, version, bytes, recipients, lagMs);
  }

  delivered(room: string, ms: number): void {
    this.#push(room, traced.delivered, undefined, ms);
  }

  command(room: string, { userId, command, result, ms, price = -1, seq = -1 }: TracedCommand): void {
    if (this.#windowMs === 0) return;
    const labels = this.#label(command) * MOST_LABELS + this.#label(result);
    this.#push(room, traced.command, userId, labels, ms, price, seq);
  }

  /** The events of a room within the recorded time, oldest first; at most the newest `most`. */
  read(room: string, most: number): ReadRoom {
    const startMs = Math.max(this.#options.nowMs() - this.#windowMs, this.#sinceMs);
    const ring = this.#rings.get(room);
    const events = ring ? [...ring.since(startMs)] : [];
    const surplus = events.length - most;
    const droppedAtMs = surplus > 0 ? events[surplus - 1]?.atMs : undefined;
    if (surplus > 0) events.splice(0, surplus);
    const lost = [droppedAtMs, ring?.lostAtMs, this.#evictedAtMs.get(room)];
    const lostAtMs = Math.max(...lost.map((atMs) => atMs ?? startMs));
    const isCut = lostAtMs > startMs;
    return { events, labels: this.#labels, fromMs: isCut ? (events[0]?.atMs ?? lostAtMs) : startMs, isCut };
  }

  /** Called periodically: applies the setting and deletes what is too old. */
  sweep(): void {
    const nowMs = this.#options.nowMs();
    const windowMs = this.#options.minutes() * MINUTE_MS;
    if (this.#windowMs === 0) this.#sinceMs = nowMs;
    this.#windowMs = windowMs;
    const beforeMs = nowMs - windowMs;
    for (const [room, ring] of this.#rings) {
      if (ring.lastAtMs < beforeMs) this.#delete(room, ring);
      else this.#bytes += ring.forget(beforeMs);
    }
    for (const [room, atMs] of this.#evictedAtMs) if (atMs < beforeMs) this.#evictedAtMs.delete(room);
  }

  stats(): { rooms: number; events: number; bytes: number; evicted: number } {
    let events = 0;
    for (const { count } of this.#rings.values()) events += count;
    return { rooms: this.#rings.size, events, bytes: this.#bytes, evicted: this.#evicted };
  }

  #push(room: string, kind: number, user: string | undefined, a = 0, b = 0, c = 0, d = 0): void {
    if (this.#windowMs === 0) return;
    let ring = this.#rings.get(room);
    if (!ring) {
      ring = new TraceRing(this.#options.roomEvents);
      this.#rings.set(room, ring);
      this.#bytes += ring.bytes;
    }
    this.#bytes += ring.push(this.#options.nowMs(), kind, a, b, c, d, user);
    if (this.#bytes > this.#options.mostBytes) this.#evict();
  }

  #evict(): void {
    const oldestFirst = [...this.#rings].sort(([, a], [, b]) => a.lastAtMs - b.lastAtMs);
    for (const [room, ring] of oldestFirst) {
      if (this.#bytes <= this.#options.mostBytes * KEPT_SHARE) return;
      this.#delete(room, ring);
      this.#evictedAtMs.set(room, this.#options.nowMs());
      this.#evicted += 1;
    }
  }

  #delete(room: string, ring: TraceRing): void {
    this.#rings.delete(room);
    this.#bytes -= ring.bytes;
  }

  #label(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      if (this.#labels.length >= MOST_LABELS) return 0;
      number = this.#labels.length;
      this.#labels.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** The command and the result of an event's number. */
export function labelsOf(labels: readonly string[], both: number): { command: string; result: string } {
  return { command: labels[Math.floor(both / MOST_LABELS)] ?? '', result: labels[both % MOST_LABELS] ?? '' };
}

interface Described {
  room: string;
  userId: string;
  command: string;
}

export interface TracedLaneOptions<Command, Outcome> {
  traces: Pick<RoomTraces, 'command'>;
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>;
  describe: (key: string, command: Command) => Described;
  /** The price and the number of what was accepted. */
  facts?: (outcome: Outcome) => { price?: number; seq?: number };
}

/** Records each command of the lane in the trace of its room, with its outcome and how long the decision took. */
export function tracedLane<Command, Outcome>(
  lane: LaneHandle<Command, Outcome>,
  { traces, clock, describe, facts }: TracedLaneOptions<Command, Outcome>,
): LaneHandle<Command, Outcome> {
  return {
    submit(key, command, receivedAtMs) {
      const startMs = clock.monotonicMs();
      const waitedMs = receivedAtMs === undefined ? 0 : Math.max(0, clock.wallMs() - receivedAtMs);
      const note = (result: string, more?: { price?: number; seq?: number }) => {
        const { room, ...described } = describe(key, command);
        const ms = waitedMs + clock.monotonicMs() - startMs;
        traces.command(room, { ...described, ...more, result, ms });
      };
      const submitted = lane.submit(key, command, receivedAtMs);
      submitted.then(
        (outcome) => note('accepted', facts?.(outcome)),
        (error: unknown) => note(error instanceof Refusal ? error.code : 'INTERNAL'),
      );
      return submitted;
    },
  };
}
