import { findDemoPeople, hasRows } from '../../demo-content.ts';
import type { DemoContent } from '../../feature.ts';
import { changeLimits } from './change-limits.ts';

/** Above what a visitor of the demo usually spends. */
const DEMO_LIMITS = { day: 2_000, week: 5_000 };

/** Limits of the second demo player, so that the page has something to show (X11). */
export const playLimitsDemo: DemoContent = {
  exists: hasRows('play_limits'),
  async renew(deps) {
    if (await playLimitsDemo.exists(deps.db)) return;
    const [, player] = (await findDemoPeople(deps)).players;
    if (player) await changeLimits(deps, { userId: player.id, realm: player.realm }, DEMO_LIMITS);
  },
};
