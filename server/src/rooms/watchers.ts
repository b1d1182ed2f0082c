const ANNOUNCE_EVERY_MS = 10_000;
const FORGET_AFTER_MS = 25_000;

interface Elsewhere {
  count: number;
  heardAtMs: number;
}

interface Counts {
  local: number;
  elsewhere: Map<string, Elsewhere>;
  toldAtMs: number;
  told: number | undefined;
  /** Told again at the next tick, since somebody asked. */
  isAsked: boolean;
}

export interface WatchersOptions {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** To the other servers; `isNew` asks them for their counts. */
  announce: (room: string, count: number, isNew: boolean) => void;
  onChange: (room: string) => void;
}

/**
 * How many watch a room on all servers. Each tells its own count at most once a second when it changed, and again
 * every ten; a server that falls silent is forgotten after 25. Unversioned and only roughly right at any moment.
 */
export class Watchers {
  readonly #options: WatchersOptions;
  readonly #rooms = new Map<string, Counts>();

  constructor(options: WatchersOptions) {
    this.#options = options;
  }

  total(room: string): number {
    const counts = this.#rooms.get(room);
    if (!counts) return 0;
    let total = counts.local;
    for (const { count } of counts.elsewhere.values()) total += count;
    return total;
  }

  setLocal(room: string, local: number): void {
    let counts = this.#rooms.get(room);
    if (!counts) {
      if (local === 0) return;
      counts = { local: 0, elsewhere: new Map(), toldAtMs: 0, told: undefined, isAsked: false };
      this.#rooms.set(room, counts);
    }
    if (counts.local === local) return;
    counts.local = local;
    this.#options.onChange(room);
  }

  /** Another server's count. Only for rooms held here: nobody else asks for a total. */
  heard(room: string, server: string, count: number, isNew: boolean): void {
    const counts = this.#rooms.get(room);
    if (!counts) return;
    const before = counts.elsewhere.get(server)?.count ?? 0;
    if (count === 0) counts.elsewhere.delete(server);
    else counts.elsewhere.set(server, { count, heardAtMs: this.#options.nowMs() });
    if (isNew) counts.isAsked = true;
    if (before !== count) this.#options.onChange(room);
  }

  /** The last member left this server: says so at once, since no tick comes for the room any more. */
  forget(room: string): void {
    const counts = this.#rooms.get(room);
    if (!counts) return;
    this.#rooms.delete(room);
    if (counts.told) this.#options.announce(room, 0, false);
  }

  /** Once a second. */
  tick(): void {
    const nowMs = this.#options.nowMs();
    for (const [room, counts] of this.#rooms) {
      const isDue = counts.told === undefined || nowMs - counts.toldAtMs >= ANNOUNCE_EVERY_MS;
      if (isDue || counts.isAsked || counts.told !== counts.local) {
        this.#options.announce(room, counts.local, counts.told === undefined);
        counts.told = counts.local;
        counts.toldAtMs = nowMs;
        counts.isAsked = false;
      }
      let isChanged = false;
      for (const [server, { heardAtMs }] of counts.elsewhere) {
        if (nowMs - heardAtMs > FORGET_AFTER_MS) isChanged = counts.elsewhere.delete(server);
      }
      if (isChanged) this.#options.onChange(room);
    }
  }

  close(): void {
    for (const room of [...this.#rooms.keys()]) this.forget(room);
  }
}
