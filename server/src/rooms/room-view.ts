import { isNewer } from '@copup/shared/room-order.ts';
import type { Span } from '../tracing.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';

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
  #sent: Known | undefined;
  #sentWatchers = 0;
  #watchersAtMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(localRoom: LocalRoom, address: RoomAddress, host: RoomViewHost) {
    this.localRoom = localRoom;
    this.address = address;
    this.name = address.view === '' ? address.room : `${address.room}@${address.view}`;
    this.#host = host;
    this.assume(localRoom.known);
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

  /**
   * Notes that the members have this state, or receive it with the acknowledgement of their join, so no frame is sent
   * for it.
   */
  assume(known: Known | undefined): void {
    this.#sent = known;
  }

  /** Sends what is due and schedules the rest: the last state is always sent. */
  refresh(): void {
    const { known } = this.localRoom;
    this.stop();
    if (this.size === 0 || known === undefined) return;
    const isState = isNewer(known, this.#sent);
    const isWatchers = this.#sendsWatchers && this.#watchers() !== this.#sentWatchers;
    if (!isState && !isWatchers) return;
    const nowMs = this.#host.nowMs();
    this.#throttle ??= new Throttle(() => this.#minIntervalMs);
    const dueAtMs = isState
      ? this.#throttle.stateDueAtMs()
      : Math.max(this.#throttle.quietDueAtMs(), this.#watchersDueAtMs(this.#crowdIntervalMs));
    if (dueAtMs > nowMs) {
      this.#timer = setTimeout(() => this.refresh(), Math.ceil(dueAtMs - nowMs));
      this.#timer.unref();
      return;
    }
    this.#send(known, isState, nowMs);
    this.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  get #minIntervalMs(): number {
    const { kind } = this.localRoom;
    const { view } = this.address;
    const own = view === '' ? kind.minIntervalMs : kind.views?.[view]?.minIntervalMs;
    return own ?? this.#host.defaultIntervalMs();
  }

  /** Whether a change of only the number of watchers is sent. */
  get #sendsWatchers(): boolean {
    return this.address.view === '' && this.localRoom.kind.countsWatchers !== false;
  }

  #watchersDueAtMs(intervalMs: number): number {
    return this.#watchersAtMs === undefined ? Number.NEGATIVE_INFINITY : this.#watchersAtMs + intervalMs;
  }

  get #crowdIntervalMs(): number {
    const ofCrowdMs = this.size * WATCHERS_PER_MEMBER_MS;
    return Math.min(Math.max(WATCHERS_EVERY_MS, ofCrowdMs), WATCHERS_AT_LEAST_EVERY_MS);
  }

  #watchers(): number {
    return this.#host.watchers(this.localRoom.room);
  }

  #send(known: Known, isState: boolean, nowMs: number): void {
    const watchers = this.#watchers();
    if (watchers !== this.#sentWatchers && nowMs >= this.#watchersDueAtMs(WATCHERS_EVERY_MS)) {
      this.#sentWatchers = watchers;
      this.#watchersAtMs = nowMs;
    }
    this.#sent = known;
    this.#throttle?.sent(nowMs, isState);
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
  readonly #minIntervalMs: () => number;
  #stateAtMs = Number.NEGATIVE_INFINITY;
  #recentMs: number[] = [];

  constructor(minIntervalMs: () => number) {
    this.#minIntervalMs = minIntervalMs;
  }

  stateDueAtMs(): number {
    const intervalMs = this.#minIntervalMs();
    const perSecond = Math.max(1, Math.floor(SECOND_MS / intervalMs));
    const oldest = this.#recentMs.at(-perSecond);
    const windowEndMs = oldest === undefined ? Number.NEGATIVE_INFINITY : oldest + SECOND_MS;
    return Math.max(this.#stateAtMs + intervalMs, windowEndMs);
  }

  /** Returns when a frame with only a new number of watchers may be sent: after a second without frames. */
  quietDueAtMs(): number {
    return (this.#recentMs.at(-1) ?? Number.NEGATIVE_INFINITY) + SECOND_MS;
  }

  sent(nowMs: number, isState: boolean): void {
    if (isState) this.#stateAtMs = nowMs;
    this.#recentMs.push(nowMs);
    const firstKept = this.#recentMs.findIndex((at) => at > nowMs - SECOND_MS);
    if (firstKept > 0) this.#recentMs.splice(0, firstKept);
  }
}
