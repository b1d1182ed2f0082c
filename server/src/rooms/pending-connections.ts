import type { Connection } from './connection.ts';

export interface PendingLimits {
  /** For one network, in addition to connections younger than `youngMs`. */
  perNetwork: number;
  total: number;
  /** A client that reconnects requests admission within this time, also when thousands reconnect at once. */
  youngMs: number;
}

/**
 * Connections that have not requested admission yet, oldest first. Above a limit the oldest are closed, never the
 * newest: a client that requests admission at once is admitted, however many idle connections its network holds open.
 */
export class PendingConnections {
  readonly #limits: PendingLimits;
  readonly #all = new Set<Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();

  constructor(limits: PendingLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#all.size;
  }

  add(connection: Connection): void {
    const { network } = connection;
    const ofNetwork = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, ofNetwork.add(connection));
    this.#all.add(connection);
    this.#trim(ofNetwork, connection.openedAtMs);
    const [first] = this.#all;
    if (first && this.#all.size > this.#limits.total) this.#cut(first);
  }

  /** Returns false for a connection that has requested admission already, or is closed. */
  delete(connection: Connection): boolean {
    if (!this.#all.delete(connection)) return false;
    const ofNetwork = this.#byNetwork.get(connection.network);
    ofNetwork?.delete(connection);
    if (ofNetwork?.size === 0) this.#byNetwork.delete(connection.network);
    return true;
  }

  /**
   * Called once a second: closes connections older than `maxAgeMs`, and those above the limit once they are no longer
   * recent.
   */
  sweep(nowMs: number, maxAgeMs: number): void {
    for (const connection of this.#all) {
      if (connection.openedAtMs > nowMs - maxAgeMs) break;
      this.#cut(connection);
    }
    for (const ofNetwork of this.#byNetwork.values()) this.#trim(ofNetwork, nowMs);
  }

  #trim(ofNetwork: ReadonlySet<Connection>, nowMs: number): void {
    const { perNetwork, youngMs } = this.#limits;
    if (ofNetwork.size <= perNetwork) return;
    for (const connection of ofNetwork) {
      if (ofNetwork.size <= perNetwork || connection.openedAtMs > nowMs - youngMs) return;
      this.#cut(connection);
    }
  }

  #cut(connection: Connection): void {
    this.delete(connection);
    connection.cut();
  }
}
