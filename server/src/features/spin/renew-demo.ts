import { demoSpinPasscode } from '../../demo-accounts.ts';
import { fundDemoRewards, hasRows, setOnce } from '../../demo-content.ts';
import type { DemoContent } from '../../feature.ts';

/** Sets the passcode unless it was ever set, and keeps enough coins in `rewards` for the budget of a day (X11). */
export const renewSpinDemo: DemoContent = {
  exists: hasRows('spins'),
  async renew(deps) {
    await setOnce(deps, 'spinPasscode', demoSpinPasscode);
    await fundDemoRewards(deps, deps.settings.get('spinDailyCoins'));
  },
};
