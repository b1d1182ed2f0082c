const ANNOUNCE_EVERY_MS = 10_000;
/** Announcements for each server in the room: all servers receive each, so their number must not grow with its square. */
const ANNOUNCE_PER_SERVER_MS = 1_000;
const CHANGE_PER_SERVER_MS = 100;
/** The count of a server that is silent for this many intervals is dropped. */
const FORGET_AFTER = 2.5;

interface Elsewhere {
  count: number;
  receivedAtMs: number;
}

interface Counts {
  local: number;
  elsewhere: Map<string, Elsewhere>;
  announcedAtMs: number;
  announced: number | undefined;
  /** Another server requests the count. */
  isRequested: boolean;
}

export interface WatchersOptions {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** Sends the count to the other servers; `isNew` requests their counts. */
  announce: (room: string, count: number, isNew: boolean) => void;
  onChange: (room: string) => void;
}

/**
 * The number of watchers of a room on all servers. Each server announces its own count at most once a second when it
 * changed, and at least every ten; with more than ten servers in the room it does so less often. Unversioned and only
 * approximate.
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
      counts = {
        local: 0,
        elsewhere: new Map(),
        announcedAtMs: Number.NEGATIVE_INFINITY,
        announced: undefined,
        isRequested: false,
      };
      this.#rooms.set(room, counts);
    }
    if (counts.local === local) return;
    counts.local = local;
    this.#options.onChange(room);
  }

  /** Notes another server's count. Only for rooms with members here: no other room needs a total. */
  receive(room: string, server: string, count: number, isNew: boolean): void {
    const counts = this.#rooms.get(room);
    if (!counts) return;
    const before = counts.elsewhere.get(server)?.count ?? 0;
    if (count === 0) counts.elsewhere.delete(server);
    else counts.elsewhere.set(server, { count, receivedAtMs: this.#options.nowMs() });
    if (isNew) counts.isRequested = true;
    if (before !== count) this.#options.onChange(room);
  }

  /** Announces at once that the last member left this server, since ticks no longer include the room. */
  forget(room: string): void {
    const counts = this.#rooms.get(room);
    if (!counts) return;
    this.#rooms.delete(room);
    if (counts.announced) this.#options.announce(room, 0, false);
  }

  /** Called once a second. */
  tick(): void {
    const nowMs = this.#options.nowMs();
    for (const [room, counts] of this.#rooms) {
      const servers = counts.elsewhere.size + 1;
      const everyMs = Math.max(ANNOUNCE_EVERY_MS, servers * ANNOUNCE_PER_SERVER_MS);
      const isDue = counts.isRequested || counts.announced !== counts.local;
      if (nowMs - counts.announcedAtMs >= (isDue ? servers * CHANGE_PER_SERVER_MS : everyMs)) {
        this.#options.announce(room, counts.local, counts.announced === undefined);
        counts.announced = counts.local;
        counts.announcedAtMs = nowMs;
        counts.isRequested = false;
      }
      let isChanged = false;
      for (const [server, { receivedAtMs }] of counts.elsewhere) {
        if (nowMs - receivedAtMs > FORGET_AFTER * everyMs) isChanged = counts.elsewhere.delete(server);
      }
      if (isChanged) this.#options.onChange(room);
    }
  }

  close(): void {
    for (const room of [...this.#rooms.keys()]) this.forget(room);
  }
}
