/** One frame in this many carries a number that its client acknowledges. */
const ONE_IN = 100;
const MAX_WAITING = 10_000;
const FORGET_AFTER_MS = 10_000;

interface Sample<Member> {
  member: Member;
  room: string;
  kind: string;
  sentAtMs: number;
}

export interface DeliveryLatencySamplesOptions {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  onDelivered: (room: string, kind: string, emitToClientMs: number) => void;
  oneIn?: number;
}

/**
 * Delivery-latency samples: every hundredth written frame carries a number, and a client that supports it sends the
 * number back. A sample without an acknowledgement is deleted after ten seconds and not counted.
 */
export class DeliveryLatencySamples<Member> {
  readonly #options: DeliveryLatencySamplesOptions;
  readonly #waiting = new Map<number, Sample<Member>>();
  #untilNext: number;
  #lastId = 0;

  constructor(options: DeliveryLatencySamplesOptions) {
    this.#options = options;
    this.#untilNext = options.oneIn ?? ONE_IN;
  }

  /** Called once for each frame and member; returns the number to send along for one in a hundred. */
  take(member: Member, room: string, kind: string): number | undefined {
    this.#untilNext -= 1;
    if (this.#untilNext > 0) return undefined;
    this.#untilNext = this.#options.oneIn ?? ONE_IN;
    const sentAtMs = this.#options.nowMs();
    // Oldest first, so expired samples are at the front.
    for (const [id, sample] of this.#waiting) {
      if (this.#waiting.size < MAX_WAITING && sentAtMs - sample.sentAtMs < FORGET_AFTER_MS) break;
      this.#waiting.delete(id);
    }
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, { member, room, kind, sentAtMs });
    return this.#lastId;
  }

  /** Records the latency. Ignores anything but the number that was sent to this member. */
  acknowledge(member: Member, id: unknown): void {
    if (typeof id !== 'number') return;
    const sample = this.#waiting.get(id);
    if (sample?.member !== member) return;
    this.#waiting.delete(id);
    this.#options.onDelivered(sample.room, sample.kind, this.#options.nowMs() - sample.sentAtMs);
  }
}
