import type { ErrorCode } from '@copup/shared/errors.ts';
import type { TapAck, TapBatch } from '@copup/shared/tap-contests.ts';
import { TAPS_PER_BATCH, tapBucket } from '@copup/shared/tap-limits.ts';

type NumberedBatch = Pick<TapBatch, 'stream' | 'batch' | 'count'>;

/** The stored state, which survives a reload: taps that the server has not acknowledged. */
export interface StoredTaps {
  stream: number;
  unacknowledged: NumberedBatch[];
  waiting: number;
}

/** Codes of temporary refusals, after which the same batch is resent. */
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

  /** Takes up to `wanted` tokens and returns their number. */
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
 * The taps of one page in one contest (C2): counted, divided into numbered batches, and kept until the server has acknowledged
 * each. One batch is in flight at a time; without an acknowledgement it is resent with its number. Taps above the server's cap
 * are not counted, and batches are no larger than the cap allows at the time, so that the server drops no taps that waited for a
 * connection. Times are those of a monotonic clock.
 */
export class TapQueue {
  readonly #stream: number;
  readonly #tapped: Bucket;
  readonly #sent: Bucket;
  #lastBatch = 0;
  #waiting = 0;
  /** The first batch is in flight or is the next to be sent. */
  #unacknowledged: NumberedBatch[] = [];

  constructor(stream: number, nowMs: number) {
    this.#stream = stream;
    this.#tapped = new Bucket(nowMs);
    this.#sent = new Bucket(nowMs);
  }

  /** Counts a tap; returns false above the cap. */
  tap(nowMs: number): boolean {
    if (this.#tapped.spend(1, nowMs) === 0) return false;
    this.#waiting += 1;
    return true;
  }

  /** Returns the batch to send: the unacknowledged one, or a new one. Undefined without taps. */
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

  /** Number of unacknowledged taps. */
  get pending(): number {
    return this.#unacknowledged.reduce((sum, { count }) => sum + count, this.#waiting);
  }

  /** Applies the reply to a batch. Returns false if the contest accepts no further taps. */
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

  /** Takes over the taps of an earlier page: its batches keep their stream and number, its other taps are counted here. */
  adopt({ unacknowledged, waiting }: StoredTaps): void {
    this.#unacknowledged.unshift(...unacknowledged);
    this.#waiting += waiting;
  }

  toStored(): StoredTaps {
    return {
      stream: this.#stream,
      unacknowledged: this.#unacknowledged,
      waiting: this.#waiting,
    };
  }
}
