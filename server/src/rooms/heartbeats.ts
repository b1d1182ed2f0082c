import type { Connection } from './connection.ts';

// Server and client notice the silence of the other within 8 seconds: a half-open connection, a server that hangs.
export const PING_INTERVAL_MS = 5_000;
export const PING_TIMEOUT_MS = 3_000;
const TICK_MS = 100;
const GROUPS = PING_INTERVAL_MS / TICK_MS;
const TIMEOUT_TICKS = PING_TIMEOUT_MS / TICK_MS;
/** A connection is first pinged within this many ticks, so that its client waits for at most 8 s after the handshake. */
const FIRST_TICKS = GROUPS / 2;

/**
 * Pings the admitted connections and closes the silent ones, in place of Engine.IO's two timers for each. One timer of
 * the server serves one of fifty groups at a time.
 */
export class Heartbeats {
  readonly #groups = Array.from({ length: GROUPS }, () => new Set<Connection>());
  readonly #groupOf = new WeakMap<Connection, Set<Connection>>();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();
  #at = 0;
  #added = 0;

  add(connection: Connection): void {
    this.delete(connection);
    this.#added += 1;
    const group = this.#group(this.#at + 1 + (this.#added % FIRST_TICKS));
    group.add(connection);
    this.#groupOf.set(connection, group);
    connection.stopOwnPings();
  }

  delete(connection: Connection): void {
    this.#groupOf.get(connection)?.delete(connection);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#at += 1;
    for (const connection of this.#group(this.#at)) connection.ping();
    for (const connection of this.#group(this.#at - TIMEOUT_TICKS + GROUPS)) connection.cutIfSilent();
  }

  #group(at: number): Set<Connection> {
    return this.#groups[at % GROUPS] as Set<Connection>;
  }
}
