import { openDatabase } from '@copup/testkit/database.ts';
import { seeded } from '@copup/testkit/random.ts';
import { expect, it } from 'vitest';
import { judgeOutcome } from './src/run-drill.ts';
import { runScenario } from './src/scenario.ts';
import { findUnnoticed } from './tampering.ts';

it('I1 to I9: two servers, nothing broken: all holds, and the checker notices each row that is falsified', async () => {
  const unnoticed: string[] = [];
  const outcome = await runScenario({
    name: 'quiet',
    scene: {},
    random: seeded(1),
    // The same checker on the same database must not be blind.
    beforeEnd: async ({ history, watchers }, ownerUrl) => {
      const db = openDatabase({ url: ownerUrl, poolSize: 1 });
      const records = watchers.flatMap((watcher) => watcher.records);
      unnoticed.push(...(await findUnnoticed(db, { history, watchers: records }).finally(() => db.close())));
    },
  });
  expect(judgeOutcome(outcome)).toEqual([]);
  expect(unnoticed).toEqual([]);
  const ends = outcome.history.filter(({ type, command }) => type !== 'invoke' && command === 'bid');
  expect(ends.filter(({ type }) => type === 'ok').length).toBeGreaterThan(30);
  expect(ends.some(({ type }) => type === 'unknown')).toBe(false);
});
