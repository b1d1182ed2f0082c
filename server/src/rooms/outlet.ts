import { Pace } from './pace.ts';
import { isNewer } from './room-kind.ts';

/** A room's state as this server knows it. */
export interface Known {
  epoch: number;
  version: number;
  state: unknown;
  /** Wall clock of the commit, where it is known. */
  committedAtMs?: number | undefined;
}

const WATCHERS_EVERY_MS = 1_000;

export interface OutletSource {
  known(): Known | undefined;
  watchers(): number;
}

export interface OutletOptions<Member> {
  /** The room's full name, with the view. */
  name: string;
  source: OutletSource;
  minIntervalMs: () => number;
  /** Whether a change of watchers alone is worth a frame. */
  tellsWatchers: boolean;
  nowMs: () => number;
  emit: (outlet: Outlet<Member>, known: Known, watchers: number, isState: boolean) => void;
}

/** Those who look at one room in one way, and what they were last told: conflates (A9). */
export class Outlet<Member> {
  readonly name: string;
  readonly members = new Set<Member>();
  readonly #options: OutletOptions<Member>;
  readonly #pace: Pace;
  #told: Known | undefined;
  #toldWatchers = 0;
  #watchersAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OutletOptions<Member>) {
    this.name = options.name;
    this.#options = options;
    this.#pace = new Pace(options.minIntervalMs);
    this.assume(options.source.known());
  }

  /** The newcomer's acknowledgement brings state and watchers; a first one leaves nobody else to tell. */
  add(member: Member): void {
    this.members.add(member);
    if (this.members.size === 1) this.#toldWatchers = this.#options.source.watchers();
  }

  /** The members have this, or will have it with the acknowledgement of their join: no frame is owed for it. */
  assume(known: Known | undefined): void {
    this.#told = known;
  }

  /** Sends what is due and sees to it that the rest follows: the last state always goes out. */
  refresh(): void {
    const known = this.#options.source.known();
    this.stop();
    if (this.members.size === 0 || known === undefined) return;
    const isState = isNewer(known, this.#told);
    const isWatchers = this.#options.tellsWatchers && this.#options.source.watchers() !== this.#toldWatchers;
    if (!isState && !isWatchers) return;
    const nowMs = this.#options.nowMs();
    const dueAtMs = isState
      ? this.#pace.stateDueAtMs()
      : Math.max(this.#pace.quietDueAtMs(), this.#watchersAtMs + WATCHERS_EVERY_MS);
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

  #send(known: Known, isState: boolean, nowMs: number): void {
    const watchers = this.#options.source.watchers();
    if (watchers !== this.#toldWatchers && nowMs >= this.#watchersAtMs + WATCHERS_EVERY_MS) {
      this.#toldWatchers = watchers;
      this.#watchersAtMs = nowMs;
    }
    this.#told = known;
    this.#pace.sent(nowMs, isState);
    this.#options.emit(this, known, this.#toldWatchers, isState);
  }
}
