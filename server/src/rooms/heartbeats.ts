import type { Connection } from './connection.ts';

// Server and client notice the silence of the other within 8 seconds: a half-open connection, a server that hangs.
export const PING_INTERVAL_MS = 5_000;
export const PING_TIMEOUT_MS = 3_000;
/** Two slow round trips of a phone: a later answer shows that its network lags. */
const LATE_MS = 1_000;
const TICK_MS = 100;
const GROUPS = PING_INTERVAL_MS / TICK_MS;
/** A connection is first pinged within this many ticks, so that its client waits for at most 8 s after the handshake. */
const FIRST_TICKS = GROUPS / 2;

/** Connections that are pinged together. */
interface Group {
  readonly members: Set<Connection>;
  pingAtMs: number;
  lateAtMs: number;
  cutAtMs: number;
}

/**
 * Pings the admitted connections and closes the silent ones, in place of Engine.IO's two timers for each. One timer of
 * the server serves fifty groups, by the time and not by its ticks: a server that is too busy for ticks still pings each
 * client in time, otherwise all of them would leave it at once.
 */
export class Heartbeats {
  readonly #groups: readonly Group[];
  readonly #groupOf = new WeakMap<Connection, Group>();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();
  readonly #startedAtMs = performance.now();
  #lastTickAtMs = this.#startedAtMs;
  #added = 0;

  constructor() {
    this.#groups = Array.from({ length: GROUPS }, (_, at) => ({
      members: new Set<Connection>(),
      pingAtMs: this.#startedAtMs + at * TICK_MS,
      lateAtMs: Number.POSITIVE_INFINITY,
      cutAtMs: Number.POSITIVE_INFINITY,
    }));
  }

  add(connection: Connection): void {
    this.delete(connection);
    this.#added += 1;
    const now = Math.floor((performance.now() - this.#startedAtMs) / TICK_MS);
    const group = this.#groups[(now + 1 + (this.#added % FIRST_TICKS)) % GROUPS] as Group;
    group.members.add(connection);
    this.#groupOf.set(connection, group);
    connection.stopOwnPings();
  }

  delete(connection: Connection): void {
    this.#groupOf.get(connection)?.members.delete(connection);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const nowMs = performance.now();
    for (const group of this.#groups) {
      // Due already at the tick before: in between, the answers that a busy server had not read yet were read.
      if (group.lateAtMs <= this.#lastTickAtMs) {
        group.lateAtMs = Number.POSITIVE_INFINITY;
        for (const connection of group.members) connection.expectAnswer();
      }
      if (group.cutAtMs <= this.#lastTickAtMs) {
        group.cutAtMs = Number.POSITIVE_INFINITY;
        for (const connection of group.members) connection.cutIfSilent();
      }
      if (group.pingAtMs > nowMs) continue;
      group.lateAtMs = nowMs + LATE_MS - TICK_MS;
      group.cutAtMs = nowMs + PING_TIMEOUT_MS - TICK_MS;
      while (group.pingAtMs <= nowMs) group.pingAtMs += PING_INTERVAL_MS;
      for (const connection of group.members) connection.ping();
    }
    this.#lastTickAtMs = nowMs;
  }
}
