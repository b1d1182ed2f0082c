import { isFull } from '@copup/testkit/is-full.ts';
import { post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { seeded } from '@copup/testkit/random.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { expect, it } from 'vitest';
import { createWorlds, readTotals, totalsOf } from '../../test/coin-model.ts';
import { youngCoins } from './audit-own-rows.ts';
import { auditReferences } from './audit-references.ts';
import { createErrorCollector } from './audit-report.ts';

withoutAudit();

const test = useTestDatabase();
const WORLDS = 200;
const COMMANDS = 8;
/** Full: 160,000 commands after 80,000 that give the players coins. */
const ROUNDS = isFull ? 100 : 2;
// Random for each full run; COPUP_COINS_SEED repeats a run with the seed of its error.
const seed = Number(process.env.COPUP_COINS_SEED ?? (isFull ? Math.floor(Math.random() * 2 ** 31) : 1));

it('X17, L6 no sequence of at most eight commands makes a young coin old or a bonus coin available', {
  timeout: isFull ? 900_000 : 60_000,
}, async () => {
  const random = seeded(seed);
  let played = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const worlds = await createWorlds(test.db, WORLDS);
    await post(test.db, ...worlds.flatMap((world) => world.begin()));
    for (let step = 0; step < COMMANDS; step += 1)
      await post(test.db, ...worlds.flatMap((world) => world.play(random)));
    const found = await readTotals(test.db, worlds);
    for (const { wallets, given, issued, paidOut, done } of worlds) {
      const totals = wallets.map(({ id }) => found.get(id));
      expect({ done, seed, totals }).toEqual({ done, seed, totals: wallets.map(totalsOf) });
      const all = totals.reduce((sum, wallet) => sum + (wallet?.coins ?? 0), paidOut);
      const old = totals.reduce((sum, wallet) => sum + (wallet ? wallet.coins - wallet.young : 0), paidOut);
      const isMore = { old: old > given, available: all > given + issued };
      expect({ done, seed, isMore }).toEqual({ done, seed, isMore: { old: false, available: false } });
      played += done.length;
    }
  }
  const errors = createErrorCollector();
  const reading = { realm: undefined, errors, since: null, isRemembered: false };
  await auditReferences(test.db, youngCoins, reading, () => {});
  expect(errors.list()).toEqual([]);
  expect(played).toBe(ROUNDS * WORLDS * COMMANDS);
});
