import { demoPlayers } from '../../demo-accounts.ts';
import type { DemoContent } from '../../feature.ts';
import { findFund } from '../../ledger/funds.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import { fundDemoRewards } from '../../subjects/fund-demo-rewards.ts';

const DEMO_BUDGET = 1_000_000;

/**
 * Sets a budget unless it was ever set, keeps coins in `rewards` for some new players, and marks the demo's players, who
 * are not new (X11).
 */
export const renewWelcomeDemo: DemoContent = {
  async exists({ pool }) {
    const { rows } = await pool.query<{ exists: boolean }>({
      name: 'welcome-exists',
      text: 'SELECT EXISTS (SELECT FROM welcome_grants) AS exists',
    });
    return rows[0]?.exists === true;
  },
  async renew(deps) {
    const { db, settings } = deps;
    const { rowCount } = await db.pool.query({
      name: 'demo-welcome-budget',
      text: `INSERT INTO settings (key, value) VALUES ('welcomeBudgetCoins', to_jsonb($1::int)) ON CONFLICT (key) DO NOTHING`,
      values: [DEMO_BUDGET],
    });
    if (rowCount) await settings.refresh();
    await db.pool.query({
      name: 'demo-players-marked',
      text: 'UPDATE users SET is_demo = true WHERE email = ANY($1::citext[]) AND NOT is_demo',
      values: [demoPlayers.map(({ email }) => email)],
    });
    const needed = settings.get('welcomeCoins') * 10;
    const rewards = await findFund(db, rewardsOf(0));
    if ((rewards?.balance ?? 0) < needed) await fundDemoRewards(deps, needed);
  },
};
