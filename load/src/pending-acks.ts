const ACK_TIMEOUT_MS = 5_000;

/** Requests of one socket that wait for their acknowledgement. */
export class PendingAcks {
  readonly #pending = new Map<number, { resolve: (ack: unknown) => void; reject: (error: Error) => void }>();

  /** Rejects when no acknowledgement comes within 5 s or the socket closes. */
  wait(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(id)?.reject(new Error('no acknowledgement')), ACK_TIMEOUT_MS);
      const end =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          clearTimeout(timer);
          settle(value);
        };
      this.#pending.set(id, { resolve: end(resolve), reject: end(reject) });
    });
  }

  /** Returns false where no request has this number. */
  take(id: number, ack: unknown): boolean {
    const waiting = this.#end(id);
    waiting?.resolve(ack);
    return waiting !== undefined;
  }

  /** Rejects all requests when the socket closes; they may or may not have taken effect. */
  abandon(): void {
    for (const id of [...this.#pending.keys()]) this.#end(id)?.reject(new Error('the socket closed'));
  }

  #end(id: number) {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    return waiting;
  }
}
