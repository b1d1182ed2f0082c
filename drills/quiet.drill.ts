import { openDatabase } from '@copup/testkit/database.ts';
import { seeded } from '@copup/testkit/random.ts';
import { expect, it } from 'vitest';
import { judgePlayed, playContests } from './src/contests-in-play.ts';
import { OwnPostgres } from './src/own-postgres.ts';
import { judgeOutcome } from './src/run-drill.ts';
import { runScenario } from './src/scenario.ts';
import { findUndetected } from './tampering.ts';

const players = 4;

it('I1 to I9: two servers without a fault: all invariants hold, and the checker detects each falsified row', {
  tags: ['full'],
}, async () => {
  const unnoticed: string[] = [];
  const outcome = await runScenario({
    name: 'quiet',
    scene: {
      spares: players,
      auctionMs: 10_000,
      inject: async (world) => {
        await (await playContests(world, players)).ended;
      },
    },
    createPostgres: () => OwnPostgres.create(),
    random: seeded(1),
    // Falsifies the same database to show that the checker detects violations.
    beforeEnd: async ({ history, watchers }, ownerUrl) => {
      const db = openDatabase({ url: ownerUrl, poolSize: 1 });
      const records = watchers.flatMap((watcher) => watcher.records);
      unnoticed.push(...(await findUndetected(db, { history, watchers: records }).finally(() => db.close())));
    },
  });
  expect([...judgeOutcome(outcome), ...judgePlayed(outcome)]).toEqual([]);
  expect(unnoticed).toEqual([]);
  const ends = outcome.history.filter(({ type, command }) => type !== 'invoke' && command === 'bid');
  expect(ends.filter(({ type }) => type === 'ok').length).toBeGreaterThan(30);
  expect(ends.some(({ type }) => type === 'unknown')).toBe(false);
});
