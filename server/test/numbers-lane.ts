import type { Transaction } from '../src/db/in-transaction.ts';
import { Refusal } from '../src/errors.ts';
import { createLanes } from '../src/lanes/create-lanes.ts';
import type { LaneKind, Queued } from '../src/lanes/lane-kind.ts';
import { databaseError, type FakeDatabase, fakeDatabase } from './fake-database.ts';

const log = { warn: () => {}, error: () => {} };

/** A clock that does not move until the test moves it. */
function stillClock() {
  const clock = { nowMs: 1_000_000, wallMs: () => clock.nowMs, monotonicMs: () => clock.nowMs };
  return clock;
}

/** Writes each number as an effect and returns it; refuses negative ones; NaN makes the transaction fail. */
function numbers(options: Partial<LaneKind<number, number>>) {
  const batches: { key: string; commands: number[] }[] = [];
  const kind: LaneKind<number, number> = {
    name: 'numbers',
    async decide(tx: Transaction, key, batch: readonly Queued<number>[]) {
      batches.push({ key, commands: batch.map(({ command }) => command) });
      await tx.clock();
      const answers: (number | Refusal)[] = [];
      for (const { command } of batch) {
        if (Number.isNaN(command)) throw databaseError('23514');
        if (command < 0) answers.push(new Refusal('NOT_ENOUGH_COINS', 'no'));
        else {
          await tx.client.query('effect', [command]);
          answers.push(command);
        }
      }
      return { answers };
    },
    recover: async (_db, _key, batch) => batch.map(() => undefined),
    ...options,
  };
  return { kind, batches };
}

/** Creates lanes over a fake database with one kind, `numbers`. `codes` returns outcomes and the codes of refusals. */
export function numbersLane(
  options: Parameters<typeof numbers>[0] = {},
  maxConcurrent?: number,
  poolSize?: number,
) {
  const db = fakeDatabase(poolSize);
  const clock = stillClock();
  const lanes = createLanes({ db, clock, log, maxConcurrent });
  const { kind, batches } = numbers(options);
  const lane = lanes.define(kind);
  const codes = async (submitted: Promise<number>[]) =>
    (await Promise.allSettled(submitted)).map((one) =>
      one.status === 'fulfilled' ? one.value : ((one.reason as Refusal).code ?? one.reason),
    );
  return { db, clock, lanes, lane, batches, codes };
}

/** Blocks the statement until `go` is called; `reached` resolves when it is reached. */
export function holdAt(db: FakeDatabase, statement: string) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  db.before = async (text) => {
    if (text !== statement) return undefined;
    reached.resolve();
    await gate.promise;
    return undefined;
  };
  return { reached: reached.promise, go: gate.resolve };
}

export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
