import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { COMMAND_DEADLINE_MS, deadlinePassed, leaveToLane } from '../db/command-deadline.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { tracer } from '../tracing.ts';
import { isTooLate } from './deadline.ts';
import { answerBatch, decideBatch } from './decide-batch.ts';
import { Lane, type Waiting } from './lane.ts';
import type { LaneHandle, LaneKind, Lanes } from './lane-kind.ts';
import {
  averageMs,
  countRefusal,
  FIRST_BATCH_MS,
  type LaneKindState,
  newKindState,
  statsOf,
} from './lane-statistics.ts';
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

/**
 * Creates lanes. A lane is a per-key group commit queue: it collects commands while a transaction for the key runs, and
 * the next transaction decides them together. Memory and waiting are bounded, keys are served round-robin, and no
 * command is decided after its deadline.
 */
export function createLanes(options: LanesOptions): Lanes {
  const { db, clock, log } = options;
  const maxConcurrent = options.maxConcurrent ?? Math.max(1, (db.pool.options.max ?? 10) - 4);
  const kinds = new Map<LaneKindState, Map<string, Lane>>();
  /** Lanes whose next batch may start, in the order in which they became ready. */
  const ready: Lane[] = [];
  /** The same for lanes that wait for locks. */
  const readyToWait: Lane[] = [];
  const maxToWait = Math.max(1, Math.floor(maxConcurrent / 2));
  let running = 0;
  let runningToWait = 0;
  let waiting = 0;
  let batchMs = FIRST_BATCH_MS;
  let isDraining = false;
  let whenEmpty: (() => void)[] = [];
  let ticker: NodeJS.Timeout | undefined;

  function submit(
    lane: Lane,
    command: unknown,
    receivedAtMs: number | undefined,
    ends: Pick<Waiting, 'answer' | 'refuse'>,
  ): void {
    const { of } = lane;
    const trace = traceQueued(lane);
    const refuse = (refusal: Refusal) => {
      countRefusal(of, refusal);
      trace?.queue.end(refusal);
      ends.refuse(refusal);
    };
    if (isDraining) {
      refuse(new Refusal('UNAVAILABLE', 'We’re updating. Please try again.', { retryAfterS: 1 }));
      return;
    }
    const nowMs = clock.monotonicMs();
    const waitMs = expectedWaitMs(lane, nowMs);
    if (
      waitMs > LONGEST_EXPECTED_WAIT_MS ||
      lane.waitingCount >= MAX_WAITING_PER_LANE ||
      waiting >= MAX_WAITING
    ) {
      refuse(tooBusy(Math.ceil(waitMs / 1000) || 1));
      return;
    }
    const wallMs = clock.wallMs();
    const receivedMs = Math.min(receivedAtMs ?? wallMs, wallMs);
    lane.add({
      command,
      receivedAtMs: receivedMs,
      deadlineMs: nowMs + Math.min(COMMAND_DEADLINE_MS - (wallMs - receivedMs), leaveToLane()),
      answer: ends.answer,
      refuse,
      trace,
    });
    waiting += 1;
    of.commands += 1;
    ticker ??= setInterval(tick, TICK_MS).unref();
    if (lane.state === 'idle') collect(lane);
  }

  function expectedWaitMs(lane: Lane, nowMs: number): number {
    const own = lane.expectedWaitMs(nowMs);
    // When all transactions are in use, the lanes ahead of this one are served first.
    if (lane.state === 'running' || running < maxConcurrent) return own;
    return own + (ready.length / maxConcurrent) * batchMs;
  }

  function collect(lane: Lane): void {
    lane.state = 'collecting';
    const { batchWindowMs } = lane.of.kind;
    const start = () => {
      lane.state = 'ready';
      (lane.waitsForLocks ? readyToWait : ready).push(lane);
      pump();
    };
    if (batchWindowMs && !isDraining && !lane.hasParts) setTimeout(start, batchWindowMs);
    else setImmediate(start);
  }

  function pump(): void {
    while (running < maxConcurrent) {
      const lane = ready.shift() ?? (runningToWait < maxToWait ? readyToWait.shift() : undefined);
      if (!lane) return;
      running += 1;
      if (lane.waitsForLocks) runningToWait += 1;
      void run(lane).then(() => {
        running -= 1;
        if (lane.waitsForLocks) runningToWait -= 1;
        if (lane.isEmpty) rest(lane);
        // Clients that were just answered may send the next command at once: collect those first.
        else collect(lane);
        pump();
      });
    }
  }

  /** Decides one batch. Never throws. */
  function run(lane: Lane): Promise<void> {
    const startMs = clock.monotonicMs();
    lane.state = 'running';
    lane.runningSinceMs = startMs;
    const taken = lane.take();
    waiting -= taken.length;
    const batch = taken.filter((one) => !isTooLate(one, startMs));
    for (const one of taken) if (isTooLate(one, startMs)) one.refuse(deadlinePassed());
    if (batch.length === 0) return Promise.resolve();
    return tracer ? traceBatch(lane, batch, startMs, decide) : decide(lane, batch, startMs);
  }

  async function decide(lane: Lane, batch: Waiting[], startMs: number): Promise<void> {
    const result = await decideBatch(db, lane.of.kind, lane.key, batch);
    const durationMs = clock.monotonicMs() - startMs;
    lane.finished(durationMs);
    batchMs = averageMs(batchMs, durationMs);
    waiting += answerBatch(log, lane, batch, result, (one, key) => move(lane.of, one, key));
  }

  /** Puts an undecided command into another lane of its kind. Its deadline stays. */
  function move(of: LaneKindState, one: Waiting, key: string): void {
    const lane = laneOf(of, key);
    if (lane.waitingCount >= MAX_WAITING_PER_LANE) {
      one.refuse(tooBusy(1));
      return;
    }
    lane.add(one);
    waiting += 1;
    if (lane.state === 'idle') collect(lane);
  }

  function laneOf(of: LaneKindState, key: string): Lane {
    const lanes = kinds.get(of) as Map<string, Lane>;
    let lane = lanes.get(key);
    if (!lane) {
      lane = new Lane(key, of);
      lane.idleSinceMs = clock.monotonicMs();
      lanes.set(key, lane);
    }
    return lane;
  }

  function rest(lane: Lane): void {
    lane.state = 'idle';
    lane.idleSinceMs = clock.monotonicMs();
    if (isDraining && isAllIdle()) {
      for (const resolve of whenEmpty) resolve();
      whenEmpty = [];
    }
  }

  function isAllIdle(): boolean {
    for (const lanes of kinds.values())
      for (const lane of lanes.values()) if (lane.state !== 'idle') return false;
    return true;
  }

  /** Refuses commands that wait past their deadline behind a slow batch, and deletes idle lanes. */
  function tick(): void {
    const nowMs = clock.monotonicMs();
    let known = 0;
    for (const [of, lanes] of kinds) {
      for (const lane of lanes.values()) {
        if (lane.state === 'idle' && nowMs - lane.idleSinceMs >= FORGET_AFTER_MS) {
          lanes.delete(lane.key);
          of.kind.forget?.(lane.key);
          continue;
        }
        const expired = lane.takeExpired(nowMs);
        waiting -= expired.length;
        for (const one of expired) one.refuse(deadlinePassed());
      }
      known += lanes.size;
    }
    if (known === 0) {
      clearInterval(ticker);
      ticker = undefined;
    }
  }

  return {
    define<Command, Outcome, Opened>(kind: LaneKind<Command, Outcome, Opened>): LaneHandle<Command, Outcome> {
      const of = newKindState(kind as LaneKind<unknown, unknown, unknown>);
      kinds.set(of, new Map());
      return {
        submit: (key, command, receivedAtMs) =>
          new Promise<Outcome>((resolve, reject) => {
            submit(laneOf(of, key), command, receivedAtMs, {
              answer: (outcome) => resolve(outcome as Outcome),
              refuse: reject,
            });
          }),
      };
    },
    async drain() {
      isDraining = true;
      if (!isAllIdle()) await new Promise<void>((resolve) => whenEmpty.push(resolve));
      clearInterval(ticker);
      ticker = undefined;
    },
    stats: () => [...kinds].map(([of, lanes]) => statsOf(of, [...lanes.values()])),
  };
}
