import type { Database } from '../../db/database.ts';
import { demoSpinPasscode } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';
import type { DemoContent } from '../../feature.ts';
import { findFund } from '../../ledger/funds.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import { fundDemoRewards } from '../../subjects/fund-demo-rewards.ts';

/** Sets the passcode unless it was ever set, and keeps enough coins in `rewards` for the budget of a day (X11). */
export const renewSpinDemo: DemoContent = {
  async exists(db: Database) {
    const { rows } = await db.pool.query<{ exists: boolean }>({
      name: 'spins-exist',
      text: 'SELECT EXISTS (SELECT FROM spins) AS exists',
    });
    return rows[0]?.exists === true;
  },
  async renew(deps) {
    await setPasscode(deps);
    const needed = deps.settings.get('spinDailyCoins');
    const rewards = await findFund(deps.db, rewardsOf(0));
    if ((rewards?.balance ?? 0) < needed) await fundDemoRewards(deps, needed);
  },
};

async function setPasscode({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const { rowCount } = await db.pool.query({
    name: 'demo-spin-passcode',
    text: `INSERT INTO settings (key, value) VALUES ('spinPasscode', to_jsonb($1::text)) ON CONFLICT (key) DO NOTHING`,
    values: [demoSpinPasscode],
  });
  if (rowCount) await settings.refresh();
}
