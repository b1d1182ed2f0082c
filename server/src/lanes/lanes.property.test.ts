import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databaseError, type Fault, fakeDatabase, lostConnection } from '../../test/fake-database.ts';
import { Refusal } from '../errors.ts';
import { createLanes } from './create-lanes.ts';

const log = { warn: () => {}, error: () => {} };
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Command {
  id: number;
  key: string;
  is: 'plain' | 'refused' | 'poisoned';
}

/** Derives all choices from a list of numbers, so that fast-check can shrink it. */
function chooser(choices: readonly number[]) {
  let at = 0;
  return (below: number) => (choices[at++ % choices.length] ?? 0) % below;
}

const run = fc.record({
  commands: fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      is: fc.oneof(
        { weight: 8, arbitrary: fc.constant('plain' as const) },
        { weight: 1, arbitrary: fc.constant('refused' as const) },
        { weight: 1, arbitrary: fc.constant('poisoned' as const) },
      ),
      /** Turns of the event loop before the next command arrives. */
      pause: fc.nat(3),
    }),
    { minLength: 1, maxLength: 60 },
  ),
  choices: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 200 }),
  faultsIn1000: fc.constantFrom(0, 0, 10, 60),
  maxBatch: fc.constantFrom(1, 2, 7, 256),
  maxConcurrent: fc.constantFrom(1, 2, 3),
});

describe('lanes under any interleaving and any injected fault', () => {
  it('A6 A12 answer each command once and correctly, in order, with one transaction at a time for each key', async () => {
    await fc.assert(
      fc.asyncProperty(run, async ({ commands, choices, faultsIn1000, maxBatch, maxConcurrent }) => {
        const choose = chooser(choices);
        const db = fakeDatabase();
        const keysRunning = new Set<string>();
        db.before = async (statement): Promise<Fault | undefined> => {
          for (let turns = choose(3); turns > 0; turns -= 1) await nextTurn();
          if (choose(1_000) >= faultsIn1000) return undefined;
          if (statement === 'ROLLBACK') return undefined;
          const error = [lostConnection, () => databaseError('40P01'), () => databaseError('23505')][
            choose(3)
          ]?.();
          if (!error) return undefined;
          // A COMMIT fails permanently only by a lost connection.
          if (statement === 'COMMIT') return { error: lostConnection(), afterEffect: choose(2) === 0 };
          return { error };
        };
        const clock = { wallMs: () => 0, monotonicMs: () => 0 };
        const lanes = createLanes({ db, clock, log, maxConcurrent });
        const lane = lanes.define<Command, number>({
          name: 'fuzz',
          maxBatch,
          async decide(tx, key, batch) {
            expect(keysRunning.has(key), 'two transactions for one key').toBe(false);
            expect(batch.length).toBeLessThanOrEqual(maxBatch);
            keysRunning.add(key);
            try {
              await tx.clock();
              const answers: (number | Refusal)[] = [];
              for (const { command } of batch) {
                expect(command.key).toBe(key);
                if (command.is === 'poisoned') throw databaseError('23514');
                if (command.is === 'refused') answers.push(new Refusal('NOT_ENOUGH_COINS', 'no'));
                else {
                  await tx.client.query('effect', [command]);
                  answers.push(command.id);
                }
              }
              return { answers };
            } finally {
              keysRunning.delete(key);
            }
          },
          recover: async (_db, _key, batch) =>
            batch.map(({ command }) => (db.effects.includes(command) ? command.id : undefined)),
        });

        const answers: Promise<{ command: Command; answer: number | string }>[] = [];
        for (const [id, { key, is, pause }] of commands.entries()) {
          const command: Command = { id, key, is };
          answers.push(
            lane.submit(key, command).then(
              (answer) => ({ command, answer }),
              (refusal: Refusal) => ({ command, answer: refusal.code }),
            ),
          );
          for (let turns = pause; turns > 0; turns -= 1) await nextTurn();
        }
        const settled = await Promise.all(answers);
        await lanes.drain();

        expect(db.open).toBe(0);
        expect(db.mostOpen).toBeLessThanOrEqual(maxConcurrent);
        const effects = db.effects as Command[];
        expect(new Set(effects).size, 'a command took effect twice').toBe(effects.length);
        for (const { command, answer } of settled) {
          const happened = effects.includes(command);
          if (typeof answer === 'number') {
            expect(answer).toBe(command.id);
            expect(happened, 'acknowledged, but its row is missing').toBe(true);
          } else if (answer !== 'OUTCOME_UNKNOWN') {
            expect(happened, `answered ${answer}, but its row exists`).toBe(false);
          }
          if (command.is === 'poisoned') expect(typeof answer).toBe('string');
          if (faultsIn1000 === 0 && command.is === 'plain') expect(answer).toBe(command.id);
        }
        for (const key of ['a', 'b', 'c']) {
          const order = effects.filter((one) => one.key === key).map(({ id }) => id);
          expect(order, 'order of arrival').toEqual([...order].sort((a, b) => a - b));
        }
      }),
      { numRuns: 300, verbose: true },
    );
  }, 60_000);
});
