import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { COMMAND_DEADLINE_MS, deadlinePassed, leaveToLane } from '../deadline.ts';
import { Refusal } from '../errors.ts';
import { tracer } from '../tracing.ts';
import { answerBatch, decideBatch } from './decide-batch.ts';
import {
  averageMs,
  countRefusal,
  FIRST_BATCH_MS,
  isTooLate,
  Lane,
  type LaneKindState,
  newKindState,
  statsOf,
  type Waiting,
} from './lane.ts';
import type { LaneHandle, LaneKind, LaneKindStats, Lanes } from './lane-kind.ts';
import { traceBatch, traceQueued } from './lane-traces.ts';

export interface LanesOptions {
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  /**
   * Maximum number of concurrent transactions over all keys. By default the pool's size less 4, which leaves
   * connections for other work.
   */
  maxConcurrent?: number;
}

/** A command whose expected wait is longer is refused at once with BUSY (A11). */
const LONGEST_EXPECTED_WAIT_MS = 250;
const MAX_WAITING_PER_LANE = 4_096;
const MAX_WAITING = 50_000;
const FORGET_AFTER_MS = 10_000;
const TICK_MS = 100;

const tooBusy = (retryAfterS: number): Refusal =>
  new Refusal('BUSY', 'Too busy at the moment. Please try again.', { retryAfterS });

export const createLanes = (options: LanesOptions): Lanes => new LaneScheduler(options);

type Ends = Pick<Waiting, 'answer' | 'refuse'>;

/**
 * The lanes of a server. A lane is a per-key group commit queue: it collects commands while a transaction for the key
 * runs, and the next transaction decides them together. Memory and waiting are bounded, keys are served round-robin, and
 * no command is decided after its deadline.
 */
class LaneScheduler implements Lanes {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: LanesOptions['log'];
  readonly #maxConcurrent: number;
  readonly #maxToWait: number;
  readonly #kinds = new Map<LaneKindState, Map<string, Lane>>();
  /** Lanes whose next batch may start, in the order in which they became ready. */
  readonly #ready: Lane[] = [];
  /** The same for lanes that wait for locks. */
  readonly #readyToWait: Lane[] = [];
  #running = 0;
  #runningToWait = 0;
  #waiting = 0;
  #batchMs = FIRST_BATCH_MS;
  #isDraining = false;
  #whenEmpty: (() => void)[] = [];
  #ticker: NodeJS.Timeout | undefined;

  constructor({ db, clock, log, maxConcurrent }: LanesOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#maxConcurrent = maxConcurrent ?? Math.max(1, (db.pool.options.max ?? 10) - 4);
    this.#maxToWait = Math.max(1, Math.floor(this.#maxConcurrent / 2));
  }

  define<Command, Outcome, Opened>(kind: LaneKind<Command, Outcome, Opened>): LaneHandle<Command, Outcome> {
    const of = newKindState(kind as LaneKind<unknown, unknown, unknown>);
    this.#kinds.set(of, new Map());
    return {
      submit: (key, command, receivedAtMs) =>
        new Promise<Outcome>((resolve, reject) => {
          this.#submit(this.#laneOf(of, key), command, receivedAtMs, {
            answer: (outcome) => resolve(outcome as Outcome),
            refuse: reject,
          });
        }),
    };
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    if (!this.#isAllIdle()) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
    this.#stopTicking();
  }

  stats(): LaneKindStats[] {
    return [...this.#kinds].map(([of, lanes]) => statsOf(of, [...lanes.values()]));
  }

  #submit(lane: Lane, command: unknown, receivedAtMs: number | undefined, ends: Ends): void {
    const { of } = lane;
    const trace = tracer && traceQueued(tracer, lane);
    const refuse = (refusal: Refusal) => {
      countRefusal(of, refusal);
      trace?.queue.end(refusal);
      ends.refuse(refusal);
    };
    if (this.#isDraining) {
      refuse(new Refusal('UNAVAILABLE', 'We’re updating. Please try again.', { retryAfterS: 1 }));
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    const waitMs = this.#expectedWaitMs(lane, nowMs);
    if (
      waitMs > LONGEST_EXPECTED_WAIT_MS ||
      lane.waitingCount >= MAX_WAITING_PER_LANE ||
      this.#waiting >= MAX_WAITING
    ) {
      refuse(tooBusy(Math.ceil(waitMs / 1000) || 1));
      return;
    }
    const wallMs = this.#clock.wallMs();
    const receivedMs = Math.min(receivedAtMs ?? wallMs, wallMs);
    const deadlineMs = nowMs + Math.min(COMMAND_DEADLINE_MS - (wallMs - receivedMs), leaveToLane());
    this.#add(lane, { command, receivedAtMs: receivedMs, deadlineMs, answer: ends.answer, refuse, trace });
    of.commands += 1;
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  #expectedWaitMs(lane: Lane, nowMs: number): number {
    const own = lane.expectedWaitMs(nowMs);
    // When all transactions are in use, the lanes ahead of this one are served first.
    if (lane.state === 'running' || this.#running < this.#maxConcurrent) return own;
    return own + (this.#ready.length / this.#maxConcurrent) * this.#batchMs;
  }

  #add(lane: Lane, one: Waiting): void {
    lane.add(one);
    this.#waiting += 1;
    if (lane.state === 'idle') this.#collect(lane);
  }

  #collect(lane: Lane): void {
    lane.state = 'collecting';
    const { batchWindowMs } = lane.of.kind;
    const start = () => {
      lane.state = 'ready';
      (lane.waitsForLocks ? this.#readyToWait : this.#ready).push(lane);
      this.#pump();
    };
    if (batchWindowMs && !this.#isDraining && !lane.hasParts) setTimeout(start, batchWindowMs);
    else setImmediate(start);
  }

  #pump(): void {
    while (this.#running < this.#maxConcurrent) {
      const mayWait = this.#runningToWait < this.#maxToWait;
      const lane = this.#ready.shift() ?? (mayWait ? this.#readyToWait.shift() : undefined);
      if (!lane) return;
      this.#running += 1;
      if (lane.waitsForLocks) this.#runningToWait += 1;
      void this.#run(lane).then(() => {
        this.#running -= 1;
        if (lane.waitsForLocks) this.#runningToWait -= 1;
        if (lane.isEmpty) this.#rest(lane);
        // Clients that were just answered may send the next command at once: collect those first.
        else this.#collect(lane);
        this.#pump();
      });
    }
  }

  /** Decides one batch. Never throws. */
  #run(lane: Lane): Promise<void> {
    const startMs = this.#clock.monotonicMs();
    lane.state = 'running';
    lane.runningSinceMs = startMs;
    const taken = lane.take();
    this.#waiting -= taken.length;
    const batch = taken.filter((one) => !isTooLate(one, startMs));
    for (const one of taken) if (isTooLate(one, startMs)) one.refuse(deadlinePassed());
    if (batch.length === 0) return Promise.resolve();
    const decide = () => this.#decide(lane, batch, startMs);
    return tracer ? traceBatch(tracer, lane, batch, decide) : decide();
  }

  async #decide(lane: Lane, batch: Waiting[], startMs: number): Promise<void> {
    const result = await decideBatch(this.#db, lane.of.kind, lane.key, batch);
    const durationMs = this.#clock.monotonicMs() - startMs;
    lane.finished(durationMs);
    this.#batchMs = averageMs(this.#batchMs, durationMs);
    const move = (one: Waiting, key: string) => this.#move(this.#laneOf(lane.of, key), one);
    const waitAgain = answerBatch(this.#log, lane, batch, result, move);
    // In a statement of its own: moving commands changes the sum.
    this.#waiting += waitAgain;
  }

  /** Puts an undecided command into another lane of its kind. Its deadline stays. */
  #move(lane: Lane, one: Waiting): void {
    if (lane.waitingCount >= MAX_WAITING_PER_LANE) one.refuse(tooBusy(1));
    else this.#add(lane, one);
  }

  #laneOf(of: LaneKindState, key: string): Lane {
    const lanes = this.#kinds.get(of) as Map<string, Lane>;
    let lane = lanes.get(key);
    if (!lane) {
      lane = new Lane(key, of);
      lane.idleSinceMs = this.#clock.monotonicMs();
      lanes.set(key, lane);
    }
    return lane;
  }

  #rest(lane: Lane): void {
    lane.state = 'idle';
    lane.idleSinceMs = this.#clock.monotonicMs();
    if (this.#isDraining && this.#isAllIdle()) {
      for (const resolve of this.#whenEmpty) resolve();
      this.#whenEmpty = [];
    }
  }

  #isAllIdle(): boolean {
    for (const lanes of this.#kinds.values())
      for (const lane of lanes.values()) if (lane.state !== 'idle') return false;
    return true;
  }

  /** Refuses commands that wait past their deadline behind a slow batch, and deletes idle lanes. */
  #tick(): void {
    const nowMs = this.#clock.monotonicMs();
    let known = 0;
    for (const [of, lanes] of this.#kinds) {
      for (const lane of lanes.values()) {
        if (lane.state === 'idle' && nowMs - lane.idleSinceMs >= FORGET_AFTER_MS) {
          lanes.delete(lane.key);
          of.kind.forget?.(lane.key);
          continue;
        }
        const expired = lane.takeExpired(nowMs);
        this.#waiting -= expired.length;
        for (const one of expired) one.refuse(deadlinePassed());
      }
      known += lanes.size;
    }
    if (known === 0) this.#stopTicking();
  }

  #stopTicking(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }
}
