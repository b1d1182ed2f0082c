import { demoPlayers } from '../../demo-accounts.ts';
import { fundDemoRewards, hasRows, setOnce } from '../../demo-content.ts';
import type { DemoContent } from '../../feature.ts';

const DEMO_BUDGET = 1_000_000;

/**
 * Sets a budget unless it was ever set, keeps coins in `rewards` for some new players, and marks the demo's players, who
 * are not new (X11).
 */
export const renewWelcomeDemo: DemoContent = {
  exists: hasRows('welcome_grants'),
  async renew(deps) {
    await setOnce(deps, 'welcomeBudgetCoins', DEMO_BUDGET);
    await deps.db.pool.query({
      name: 'demo-players-marked',
      text: 'UPDATE users SET is_demo = true WHERE email = ANY($1::citext[]) AND NOT is_demo',
      values: [demoPlayers.map(({ email }) => email)],
    });
    await fundDemoRewards(deps, deps.settings.get('welcomeCoins') * 10);
  },
};
