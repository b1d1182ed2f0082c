import { type FixturesReply, ListedBet } from '@copup/shared/bets.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit.ts';
import { demoBetPassword } from '../../demo-accounts.ts';
import { seedDemo } from '../../seed-demo.ts';
import { betsDemo } from './demo.ts';
import { demoMatches, demoTeams } from './demo-catalogue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await seedDemo(app.deps, []);
});
afterAll(() => app?.close());

const statuses = async () =>
  (await app.deps.db.pool.query<{ status: string }>('SELECT status FROM bets ORDER BY status, id')).rows.map(
    ({ status }) => status,
  );

describe('X11 bets of the demo', () => {
  it('has every team in matches of the next days, never against itself', () => {
    const names = new Set(demoTeams.map(({ name }) => name));
    for (let day = 0; day < 30; day += 1) {
      const now = new Date(Date.UTC(2026, 10, 1 + day, 12));
      const matches = demoMatches(now);
      expect(matches).toHaveLength(14);
      for (const { home, away, kickoff } of matches) {
        expect([names.has(home), names.has(away), home === away]).toEqual([true, true, false]);
        expect(kickoff.getTime()).toBeGreaterThan(now.getTime());
      }
      const ofDay = matches.slice(0, 2).flatMap(({ home, away }) => [home, away]);
      expect(new Set(ofDay).size).toBe(4);
    }
  });

  it('is created once by several servers, with a settled, an active and pending bets that can be joined, and renewed when its matches are over', async () => {
    for (let nth = 0; nth < 6; nth += 1)
      await Promise.all([betsDemo.renew(app.deps), betsDemo.renew(app.deps)]);
    expect(await betsDemo.exists(app.deps.db)).toBe(true);
    expect(await statuses()).toEqual(['active', 'pending', 'pending', 'pending', 'pending', 'settled']);
    const player = await app.signIn({ coins: 500 });
    const countFixtures = async () =>
      ((await player.get('/bet/fixtures')).body as FixturesReply).items.length;
    expect(await countFixtures()).toBeGreaterThanOrEqual(12);
    const pending = ((await player.get('/bet/bets?status=pending')).body as unknown[]).map((row) =>
      ListedBet.parse(row),
    );
    const joined = await player.post(`/bet/join/${pending[0]?.bet_id}`, { password: demoBetPassword });
    expect(joined.status).toBe(200);

    await app.deps.db.pool.query(
      `UPDATE fixtures SET kickoff = kickoff - interval '20 days' WHERE kickoff > statement_timestamp()`,
    );
    expect(await countFixtures()).toBe(0);
    for (let nth = 0; nth < 4; nth += 1) await betsDemo.renew(app.deps);
    expect(await countFixtures()).toBeGreaterThanOrEqual(12);
    expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  });
});
