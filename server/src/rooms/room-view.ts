import { isNewer } from '@copup/shared/room-order.ts';
import type { Span } from '../tracing.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';
import { Throttle } from './throttle.ts';

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

/** A room with members, or joining sockets, on this server. */
export interface LocalRoom<Member> {
  readonly room: string;
  readonly kind: RoomKind;
  readonly id: string;
  known: Known | undefined;
  /** One for each view with members on this server. */
  views: readonly RoomView<Member>[];
  /** Number of joining sockets and members; at zero the room is deleted. */
  holders: number;
}

const WATCHERS_EVERY_MS = 1_000;
/**
 * A frame with only a new number of watchers is sent less often to a large room: the number changes constantly, and
 * each frame costs every member data.
 */
const WATCHERS_PER_MEMBER_MS = 2;
const WATCHERS_AT_LEAST_EVERY_MS = 5_000;

/** Shared by all views of a server. */
export interface RoomViewHost<Member> {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The throttle interval of rooms whose kind has none. */
  defaultIntervalMs: () => number;
  watchers: (room: string) => number;
  emit: (roomView: RoomView<Member>, known: Known, watchers: number, isState: boolean) => void;
}

/**
 * One view of a room: its members, and the state last sent to them. Sends only the latest state at each throttle
 * interval (A9). Since each user has a room, fields that few views need are created on first use.
 */
export class RoomView<Member> {
  /** Shared by all members of the view. */
  readonly address: RoomAddress;
  readonly localRoom: LocalRoom<Member>;
  readonly members = new Set<Member>();
  readonly #host: RoomViewHost<Member>;
  #throttle: Throttle | undefined;
  #sent: Known | undefined;
  #sentWatchers = 0;
  #watchersAtMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(localRoom: LocalRoom<Member>, address: RoomAddress, host: RoomViewHost<Member>) {
    this.localRoom = localRoom;
    this.address = address;
    this.#host = host;
    this.assume(localRoom.known);
  }

  /** The room's full name, with the view. */
  get name(): string {
    const { room, view } = this.address;
    return view === '' ? room : `${room}@${view}`;
  }

  /**
   * Adds a member. The acknowledgement of its join brings state and watchers; the first member leaves no other to
   * notify.
   */
  add(member: Member): void {
    this.members.add(member);
    if (this.members.size === 1) this.#sentWatchers = this.#watchers();
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
    if (this.members.size === 0 || known === undefined) return;
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
    const ofCrowdMs = this.members.size * WATCHERS_PER_MEMBER_MS;
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
