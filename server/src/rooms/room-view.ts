import type { RoomBase } from '@copup/shared/room-deltas.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { Span } from '../tracing.ts';
import { isCounted, type RoomAddress, type RoomKind, viewOf } from './room-kind.ts';

/** A room's state as this server knows it. */
export interface Known {
  epoch: number;
  version: number;
  state: unknown;
  /** Wall-clock time of the commit, when known. */
  committedAtMs?: number | undefined;
  /** Ends when members receive the state, or a newer one instead. */
  span?: Span | undefined;
}

/** A room with members on this server. */
export interface LocalRoom {
  readonly room: string;
  readonly kind: RoomKind;
  readonly id: string;
  known: Known | undefined;
  /** One for each view that had members on this server. */
  views: readonly RoomView[];
}

const WATCHERS_EVERY_MS = 1_000;
/**
 * A frame with only a new number of watchers is sent less often to a large room: the number changes constantly, and
 * each frame costs every member data.
 */
const WATCHERS_PER_MEMBER_MS = 2;
const WATCHERS_AT_LEAST_EVERY_MS = 5_000;

/** Shared by all views of a server. */
export interface RoomViewHost {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The throttle interval of rooms whose kind has none. */
  defaultIntervalMs: () => number;
  /** The number of members of a Socket.IO room on this server. */
  size: (name: string) => number;
  watchers: (room: string) => number;
  emit: (roomView: RoomView, known: Known, watchers: number, isState: boolean) => void;
}

/**
 * One view of a room, a room of Socket.IO, with the state last sent to it. Sends only the latest state at each throttle
 * interval (A9). Since each user has a room, fields that few views need are created on first use.
 */
export class RoomView {
  /** The name of Socket.IO's room, with the view. */
  readonly name: string;
  readonly address: RoomAddress;
  readonly localRoom: LocalRoom;
  readonly #host: RoomViewHost;
  #throttle: Throttle | undefined;
  /** What the members have, or receive with the acknowledgement of their join, so that no frame is sent for it. */
  sent: Known | undefined;
  /** What the next delta refers to: the last frame that a member with deltas received. */
  base: RoomBase | undefined;
  #sentWatchers = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(localRoom: LocalRoom, address: RoomAddress, host: RoomViewHost) {
    this.localRoom = localRoom;
    this.address = address;
    this.name = address.view === '' ? address.room : `${address.room}@${address.view}`;
    this.#host = host;
    this.sent = localRoom.known;
  }

  /** The number of members here. */
  get size(): number {
    return this.#host.size(this.name);
  }

  /**
   * A member was added. The acknowledgement of its join brings state and watchers; the first member leaves no other to
   * notify.
   */
  joined(): void {
    if (this.size === 1) this.#sentWatchers = this.#watchers();
  }

  /** Sends what is due and schedules the rest: the last state is always sent. */
  refresh(): void {
    const { known, kind } = this.localRoom;
    this.stop();
    if (this.size === 0 || known === undefined) return;
    const isState = isNewer(known, this.sent);
    const isWatchers = isCounted(this.address, kind) && this.#watchers() !== this.#sentWatchers;
    if (!isState && !isWatchers) return;
    const nowMs = this.#host.nowMs();
    this.#throttle ??= new Throttle();
    const dueAtMs = isState
      ? this.#throttle.stateDueAtMs(this.#minIntervalMs)
      : this.#throttle.watchersDueAtMs(this.#crowdIntervalMs);
    if (dueAtMs > nowMs) {
      this.#timer = setTimeout(() => this.refresh(), Math.ceil(dueAtMs - nowMs));
      this.#timer.unref();
      return;
    }
    this.#send(known, isState, nowMs, this.#throttle);
    this.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  get #minIntervalMs(): number {
    const { kind } = this.localRoom;
    const own = viewOf(this.address, kind) ?? kind;
    return own.minIntervalMs ?? this.#host.defaultIntervalMs();
  }

  get #crowdIntervalMs(): number {
    const ofCrowdMs = this.size * WATCHERS_PER_MEMBER_MS;
    return Math.min(Math.max(WATCHERS_EVERY_MS, ofCrowdMs), WATCHERS_AT_LEAST_EVERY_MS);
  }

  #watchers(): number {
    return this.#host.watchers(this.localRoom.room);
  }

  #send(known: Known, isState: boolean, nowMs: number, throttle: Throttle): void {
    const watchers = this.#watchers();
    if (watchers !== this.#sentWatchers && nowMs >= throttle.watchersAtMs + WATCHERS_EVERY_MS) {
      this.#sentWatchers = watchers;
      throttle.watchersAtMs = nowMs;
    }
    this.sent = known;
    throttle.sent(nowMs, isState);
    this.#host.emit(this, known, this.#sentWatchers, isState);
  }
}

const SECOND_MS = 1_000;

/**
 * Decides when the next frame may be sent: the first at once, then a state at most every `minIntervalMs`, and never
 * more frames within a second than that allows, including those with only a new number of watchers (A9). Times are
 * monotonic milliseconds.
 */
class Throttle {
  /** When a new number of watchers was last sent. */
  watchersAtMs = Number.NEGATIVE_INFINITY;
  #stateAtMs = Number.NEGATIVE_INFINITY;
  #recentMs: number[] = [];

  stateDueAtMs(intervalMs: number): number {
    const perSecond = Math.max(1, Math.floor(SECOND_MS / intervalMs));
    const oldestMs = this.#recentMs.at(-perSecond) ?? Number.NEGATIVE_INFINITY;
    return Math.max(this.#stateAtMs + intervalMs, oldestMs + SECOND_MS);
  }

  /** Returns when a frame with only a new number of watchers may be sent: after a second without frames. */
  watchersDueAtMs(intervalMs: number): number {
    const lastMs = this.#recentMs.at(-1) ?? Number.NEGATIVE_INFINITY;
    return Math.max(this.watchersAtMs + intervalMs, lastMs + SECOND_MS);
  }

  sent(nowMs: number, isState: boolean): void {
    if (isState) this.#stateAtMs = nowMs;
    this.#recentMs = [...this.#recentMs.filter((atMs) => atMs > nowMs - SECOND_MS), nowMs];
  }
}
