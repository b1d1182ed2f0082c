/** One frame in so many asks its client to say that it arrived. */
const ONE_IN = 100;
const MAX_WAITING = 10_000;
const FORGET_AFTER_MS = 10_000;

interface Sample<Member> {
  member: Member;
  room: string;
  kind: string;
  sentAtMs: number;
}

export interface SeenSamplesOptions {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  onSeen: (room: string, kind: string, emitToClientMs: number) => void;
  oneIn?: number;
}

/**
 * How long frames take to their clients: every hundredth written carries a number, and a client that knows of it sends
 * the number back. One that does not is forgotten after ten seconds and counts for nothing.
 */
export class SeenSamples<Member> {
  readonly #options: SeenSamplesOptions;
  readonly #waiting = new Map<number, Sample<Member>>();
  #untilNext: number;
  #lastId = 0;

  constructor(options: SeenSamplesOptions) {
    this.#options = options;
    this.#untilNext = options.oneIn ?? ONE_IN;
  }

  /** Called once for each frame and member; the number to send along, for one in a hundred. */
  take(member: Member, room: string, kind: string): number | undefined {
    this.#untilNext -= 1;
    if (this.#untilNext > 0) return undefined;
    this.#untilNext = this.#options.oneIn ?? ONE_IN;
    const sentAtMs = this.#options.nowMs();
    // Oldest first, so those to forget are at the front.
    for (const [id, sample] of this.#waiting) {
      if (this.#waiting.size < MAX_WAITING && sentAtMs - sample.sentAtMs < FORGET_AFTER_MS) break;
      this.#waiting.delete(id);
    }
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, { member, room, kind, sentAtMs });
    return this.#lastId;
  }

  /** Anything but the number this very member was sent is ignored. */
  answered(member: Member, id: unknown): void {
    if (typeof id !== 'number') return;
    const sample = this.#waiting.get(id);
    if (sample?.member !== member) return;
    this.#waiting.delete(id);
    this.#options.onSeen(sample.room, sample.kind, this.#options.nowMs() - sample.sentAtMs);
  }
}
