import { isNewer } from '@copup/shared/room-order.ts';
import { Pace } from './pace.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';

/** A room's state as this server knows it. */
export interface Known {
  epoch: number;
  version: number;
  state: unknown;
  /** Wall clock of the commit, where it is known. */
  committedAtMs?: number | undefined;
}

/** One room with members, or joiners, on this server. */
export interface Door<Member> {
  readonly room: string;
  readonly kind: RoomKind;
  readonly id: string;
  known: Known | undefined;
  /** One for each view that anybody here looks at. */
  outlets: readonly Outlet<Member>[];
  /** Joiners and members; at zero the door goes. */
  holders: number;
}

const WATCHERS_EVERY_MS = 1_000;
/** A frame that brings nothing but watchers comes less often to a crowd: it changes all the time and costs everybody data. */
const WATCHERS_PER_MEMBER_MS = 2;
const WATCHERS_AT_LEAST_EVERY_MS = 5_000;

/** What all outlets of a server share. */
export interface OutletHost<Member> {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The pace of rooms whose kind names none. */
  defaultIntervalMs: () => number;
  watchers: (room: string) => number;
  emit: (outlet: Outlet<Member>, known: Known, watchers: number, isState: boolean) => void;
}

/**
 * Those who look at one room in one way, and what they were last told: conflates (A9). Each user has a room of their own, so
 * what few of them need is made when it is needed.
 */
export class Outlet<Member> {
  /** Shared by all who are in the room. */
  readonly address: RoomAddress;
  readonly door: Door<Member>;
  readonly members = new Set<Member>();
  readonly #host: OutletHost<Member>;
  #pace: Pace | undefined;
  #told: Known | undefined;
  #toldWatchers = 0;
  #watchersAtMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(door: Door<Member>, address: RoomAddress, host: OutletHost<Member>) {
    this.door = door;
    this.address = address;
    this.#host = host;
    this.assume(door.known);
  }

  /** The room's full name, with the view. */
  get name(): string {
    const { room, view } = this.address;
    return view === '' ? room : `${room}@${view}`;
  }

  /** The newcomer's acknowledgement brings state and watchers; a first one leaves nobody else to tell. */
  add(member: Member): void {
    this.members.add(member);
    if (this.members.size === 1) this.#toldWatchers = this.#watchers();
  }

  /** The members have this, or will have it with the acknowledgement of their join: no frame is owed for it. */
  assume(known: Known | undefined): void {
    this.#told = known;
  }

  /** Sends what is due and sees to it that the rest follows: the last state always goes out. */
  refresh(): void {
    const { known } = this.door;
    this.stop();
    if (this.members.size === 0 || known === undefined) return;
    const isState = isNewer(known, this.#told);
    const isWatchers = this.#tellsWatchers && this.#watchers() !== this.#toldWatchers;
    if (!isState && !isWatchers) return;
    const nowMs = this.#host.nowMs();
    this.#pace ??= new Pace(() => this.#minIntervalMs);
    const dueAtMs = isState
      ? this.#pace.stateDueAtMs()
      : Math.max(this.#pace.quietDueAtMs(), this.#watchersDueAtMs(this.#crowdIntervalMs));
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
    const { kind } = this.door;
    const { view } = this.address;
    const own = view === '' ? kind.minIntervalMs : kind.views?.[view]?.minIntervalMs;
    return own ?? this.#host.defaultIntervalMs();
  }

  /** Whether a change of watchers alone is worth a frame. */
  get #tellsWatchers(): boolean {
    return this.address.view === '' && this.door.kind.countsWatchers !== false;
  }

  #watchersDueAtMs(intervalMs: number): number {
    return this.#watchersAtMs === undefined ? Number.NEGATIVE_INFINITY : this.#watchersAtMs + intervalMs;
  }

  get #crowdIntervalMs(): number {
    const ofCrowdMs = this.members.size * WATCHERS_PER_MEMBER_MS;
    return Math.min(Math.max(WATCHERS_EVERY_MS, ofCrowdMs), WATCHERS_AT_LEAST_EVERY_MS);
  }

  #watchers(): number {
    return this.#host.watchers(this.door.room);
  }

  #send(known: Known, isState: boolean, nowMs: number): void {
    const watchers = this.#watchers();
    if (watchers !== this.#toldWatchers && nowMs >= this.#watchersDueAtMs(WATCHERS_EVERY_MS)) {
      this.#toldWatchers = watchers;
      this.#watchersAtMs = nowMs;
    }
    this.#told = known;
    this.#pace?.sent(nowMs, isState);
    this.#host.emit(this, known, this.#toldWatchers, isState);
  }
}
