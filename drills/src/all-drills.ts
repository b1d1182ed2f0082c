import type { Drill, Drills } from './drill.ts';
import { betDrills } from './drills/bets.ts';
import { bidDrills } from './drills/bids.ts';
import { contestDrills } from './drills/contests.ts';
import { deployDrills } from './drills/deploys.ts';
import { expensiveBodies } from './drills/expensive-bodies.ts';
import { heistDrills } from './drills/heists.ts';
import { postgresDrills } from './drills/postgres.ts';
import { promotionDrills } from './drills/promotions.ts';
import { providerDrills } from './drills/provider.ts';
import { pushDrills } from './drills/push.ts';
import { redisDrills } from './drills/redis.ts';
import { restoredDrills } from './drills/restored.ts';
import { serverDrills } from './drills/servers.ts';
import { socketFloods } from './drills/socket-floods.ts';
import { socketDrills } from './drills/sockets.ts';
import { tapFlood } from './drills/tap-flood.ts';
import { walletDrills } from './drills/wallet.ts';
import { findPreviousRelease } from './previous-release.ts';

const byName: Drills = {
  ...serverDrills,
  ...deployDrills,
  ...redisDrills,
  ...postgresDrills,
  ...promotionDrills,
  ...restoredDrills,
  ...bidDrills,
  ...socketDrills,
  'socket-floods': socketFloods,
  normalization: expensiveBodies,
  ...contestDrills,
  'tap-flood': tapFlood,
  ...walletDrills,
  ...providerDrills,
  ...heistDrills,
  ...betDrills,
  ...pushDrills,
};

/** All drills, in the order in which they run. */
export const allDrills: readonly Drill[] = Object.entries(byName).map(([name, drill]) => ({
  name,
  ...drill,
}));

function named(...names: string[]): Drill[] {
  return names.map((name) => {
    const drill = allDrills.find((each) => each.name === name);
    if (!drill) throw new Error(`there is no drill ${name}`);
    return drill;
  });
}

/** The drills of `npm test`. */
export const alwaysRun: readonly Drill[] = named('server-killed-redis-flushed');

/** The drills of `npm test -- --full`: the most frequent faults. */
export const shortSelection: readonly Drill[] = [
  ...alwaysRun,
  ...named(
    'server-killed',
    'redis-flushed',
    'redis-stopped',
    'postgres-restarted',
    'commit-cut',
    'two-closers',
    'rolling-deploy',
    'standby-promoted',
  ),
  ...named('contest-server-killed', 'send-server-killed'),
  // Without the history of git there is no previous release, as in an archive of the sources.
  ...((await findPreviousRelease()) ? named('next-release') : []),
];
