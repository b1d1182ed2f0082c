import type { ErrorCode } from '@copup/shared/errors.ts';
import type { TapAck, TapBatch } from '@copup/shared/tap-contests.ts';
import { TAPS_PER_BATCH, tapBucket } from '@copup/shared/tap-limits.ts';

type NumberedBatch = Pick<TapBatch, 'stream' | 'batch' | 'count'>;

/** What survives a reload: taps that the server has not acknowledged. */
export interface StoredTaps {
  stream: number;
  /** Number of the last batch that was made. */
  lastBatch: number;
  unacknowledged: NumberedBatch[];
  waiting: number;
}

/** Refusals after which the same batch is sent again. */
const repeatable: readonly ErrorCode[] = [
  'BUSY',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'DEADLINE_PASSED',
  'RATE_LIMITED',
];

class Bucket {
  #tokens: number = tapBucket.burst;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Takes up to `wanted` and returns how many there were. */
  spend(wanted: number, nowMs: number): number {
    const refilled = this.#tokens + (Math.max(0, nowMs - this.#atMs) / 1_000) * tapBucket.perSecond;
    this.#tokens = Math.min(tapBucket.burst, refilled);
    this.#atMs = nowMs;
    const taken = Math.min(wanted, Math.floor(this.#tokens));
    this.#tokens -= taken;
    return taken;
  }
}

/**
 * The taps of one page in one contest (C2): counted, cut into numbered batches, and kept until the server has
 * acknowledged each. One batch is under way at a time; without an acknowledgement it is sent again with its number.
 * Taps above the cap of the server are not counted, and batches are no larger than the cap allows at that moment, so
 * that taps which waited for a connection are not dropped for coming at once. Times are those of a monotonic clock.
 */
export class TapQueue {
  readonly #stream: number;
  readonly #tapped: Bucket;
  readonly #sent: Bucket;
  #lastBatch = 0;
  #waiting = 0;
  /** The first one is under way or is the next to be sent. */
  #unacknowledged: NumberedBatch[] = [];

  constructor(stream: number, nowMs: number) {
    this.#stream = stream;
    this.#tapped = new Bucket(nowMs);
    this.#sent = new Bucket(nowMs);
  }

  /** Counts a tap; false when it is above the cap. */
  tap(nowMs: number): boolean {
    if (this.#tapped.spend(1, nowMs) === 0) return false;
    this.#waiting += 1;
    return true;
  }

  /** The batch to send now: the one without acknowledgement, or a new one. Undefined when there is nothing to send. */
  next(nowMs: number): NumberedBatch | undefined {
    const [first] = this.#unacknowledged;
    if (first) return first;
    const count = this.#sent.spend(Math.min(this.#waiting, TAPS_PER_BATCH), nowMs);
    if (count === 0) return undefined;
    this.#waiting -= count;
    this.#lastBatch += 1;
    const batch = { stream: this.#stream, batch: this.#lastBatch, count };
    this.#unacknowledged.push(batch);
    return batch;
  }

  /** Taps that are not acknowledged yet. */
  get pending(): number {
    return this.#unacknowledged.reduce((sum, { count }) => sum + count, this.#waiting);
  }

  /** Applies the answer to a batch. False when no further taps are taken: the contest refused them. */
  answer(sent: NumberedBatch, ack: TapAck): boolean {
    if (!ack.ok && repeatable.includes(ack.code as ErrorCode)) return true;
    this.#unacknowledged = this.#unacknowledged.filter(
      ({ stream, batch }) => stream !== sent.stream || batch !== sent.batch,
    );
    if (ack.ok) return true;
    this.#unacknowledged = [];
    this.#waiting = 0;
    return false;
  }

  /** Takes over what an earlier page left: its batches keep their stream and number, its other taps are counted here. */
  adopt({ unacknowledged, waiting }: StoredTaps): void {
    this.#unacknowledged.unshift(...unacknowledged);
    this.#waiting += waiting;
  }

  toStored(): StoredTaps {
    return {
      stream: this.#stream,
      lastBatch: this.#lastBatch,
      unacknowledged: this.#unacknowledged,
      waiting: this.#waiting,
    };
  }
}
