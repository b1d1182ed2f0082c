import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { COMMAND_DEADLINE_MS, deadlinePassed, isTooLate } from './deadline.ts';
import { answerBatch, decideBatch } from './decide-batch.ts';
import { Lane, type Waiting } from './lane.ts';
import type { LaneHandle, LaneKind, Lanes } from './lane-kind.ts';
import {
  countRefusal,
  FIRST_BATCH_MS,
  type LaneKindState,
  newKindState,
  statsOf,
} from './lane-statistics.ts';

export interface LanesOptions {
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  /** Transactions at the same time, over all keys. The pool's size less 4 by default, so that others get connections. */
  maxConcurrent?: number;
}

/** A11: who would wait longer is told at once to come again. */
const LONGEST_EXPECTED_WAIT_MS = 250;
const MAX_WAITING_PER_LANE = 4_096;
const MAX_WAITING = 50_000;
const FORGET_AFTER_MS = 10_000;
const TICK_MS = 100;

/**
 * Group commit: one lane per key gathers commands while a transaction for the key runs; the next transaction takes them
 * together. Memory and waiting are bounded, keys take turns, nothing is decided after its deadline.
 */
export function createLanes(options: LanesOptions): Lanes {
  const { db, clock, log } = options;
  const maxConcurrent = options.maxConcurrent ?? Math.max(1, (db.pool.options.max ?? 10) - 4);
  const kinds = new Map<LaneKindState, Map<string, Lane>>();
  /** Keys whose next batch may start, in turn. */
  const ready: Lane[] = [];
  let running = 0;
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
    const refuse = (refusal: Refusal) => {
      countRefusal(of, refusal);
      ends.refuse(refusal);
    };
    if (isDraining) {
      refuse(new Refusal('UNAVAILABLE', 'This server is closing. Please try again.', { retryAfterS: 1 }));
      return;
    }
    const nowMs = clock.monotonicMs();
    const waitMs = expectedWaitMs(lane, nowMs);
    if (
      waitMs > LONGEST_EXPECTED_WAIT_MS ||
      lane.waitingCount >= MAX_WAITING_PER_LANE ||
      waiting >= MAX_WAITING
    ) {
      refuse(
        new Refusal('BUSY', 'Too busy at the moment. Please try again.', {
          retryAfterS: Math.ceil(waitMs / 1000) || 1,
        }),
      );
      return;
    }
    const wallMs = clock.wallMs();
    const receivedMs = Math.min(receivedAtMs ?? wallMs, wallMs);
    lane.add({
      command,
      receivedAtMs: receivedMs,
      deadlineMs: nowMs + COMMAND_DEADLINE_MS - (wallMs - receivedMs),
      answer: ends.answer,
      refuse,
    });
    waiting += 1;
    of.commands += 1;
    ticker ??= setInterval(tick, TICK_MS).unref();
    if (lane.state === 'idle') gather(lane);
  }

  function expectedWaitMs(lane: Lane, nowMs: number): number {
    const own = lane.expectedWaitMs(nowMs);
    // With every transaction in use, the keys before this one go first.
    if (lane.state === 'running' || running < maxConcurrent) return own;
    return own + (ready.length / maxConcurrent) * batchMs;
  }

  function gather(lane: Lane): void {
    lane.state = 'gathering';
    const { gatherMs } = lane.of.kind;
    const start = () => {
      lane.state = 'ready';
      ready.push(lane);
      pump();
    };
    if (gatherMs && !isDraining && !lane.hasParts) setTimeout(start, gatherMs);
    else setImmediate(start);
  }

  function pump(): void {
    while (running < maxConcurrent) {
      const lane = ready.shift();
      if (!lane) return;
      running += 1;
      void run(lane).then(() => {
        running -= 1;
        if (lane.isEmpty) rest(lane);
        // Those just answered may come again at once: they are gathered first.
        else gather(lane);
        pump();
      });
    }
  }

  /** One batch. Never throws. */
  async function run(lane: Lane): Promise<void> {
    const startMs = clock.monotonicMs();
    lane.state = 'running';
    lane.runningSinceMs = startMs;
    const taken = lane.take();
    waiting -= taken.length;
    const batch = taken.filter((one) => !isTooLate(one, startMs));
    for (const one of taken) if (isTooLate(one, startMs)) one.refuse(deadlinePassed());
    if (batch.length === 0) return;
    const result = await decideBatch(db, lane.of.kind, lane.key, batch);
    const durationMs = clock.monotonicMs() - startMs;
    lane.finished(durationMs);
    batchMs += (Math.min(durationMs, 1_000) - batchMs) * 0.2;
    waiting += answerBatch(log, lane, batch, result);
  }

  function rest(lane: Lane): void {
    lane.state = 'idle';
    lane.idleSinceMs = clock.monotonicMs();
    if (isDraining && isAllIdle()) {
      for (const tell of whenEmpty) tell();
      whenEmpty = [];
    }
  }

  function isAllIdle(): boolean {
    for (const lanes of kinds.values())
      for (const lane of lanes.values()) if (lane.state !== 'idle') return false;
    return true;
  }

  /** Refuses what waits past its deadline behind a batch that hangs, and forgets idle lanes. */
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
      const lanes = new Map<string, Lane>();
      const of = newKindState(kind as LaneKind<unknown, unknown, unknown>);
      kinds.set(of, lanes);
      return {
        submit: (key, command, receivedAtMs) =>
          new Promise<Outcome>((resolve, reject) => {
            let lane = lanes.get(key);
            if (!lane) {
              lane = new Lane(key, of);
              lane.idleSinceMs = clock.monotonicMs();
              lanes.set(key, lane);
            }
            submit(lane, command, receivedAtMs, {
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
