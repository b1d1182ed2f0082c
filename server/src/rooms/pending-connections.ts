import type { Connection } from './connection.ts';

export interface PendingLimits {
  perNetwork: number;
  total: number;
}

/**
 * Connections that are not admitted yet, oldest first. One too many closes the oldest of its network, never the newest:
 * a client that asks for admission at once gets it, however many idle connections its network holds open.
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
    let ofNetwork = this.#byNetwork.get(network);
    if (!ofNetwork) {
      ofNetwork = new Set();
      this.#byNetwork.set(network, ofNetwork);
    }
    this.#all.add(connection);
    ofNetwork.add(connection);
    if (ofNetwork.size > this.#limits.perNetwork) this.#cutFirst(ofNetwork);
    if (this.#all.size > this.#limits.total) this.#cutFirst(this.#all);
  }

  delete(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const ofNetwork = this.#byNetwork.get(connection.network);
    ofNetwork?.delete(connection);
    if (ofNetwork?.size === 0) this.#byNetwork.delete(connection.network);
  }

  /** Closes those opened at or before the given time. */
  cutOpenedUntil(untilMs: number): void {
    for (const connection of this.#all) {
      if (connection.openedAtMs > untilMs) return;
      this.delete(connection);
      connection.cut();
    }
  }

  #cutFirst(connections: ReadonlySet<Connection>): void {
    const [first] = connections;
    if (!first) return;
    this.delete(first);
    first.cut();
  }
}
