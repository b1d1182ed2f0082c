import type { Drill } from './drill.ts';
import { adjustRace } from './drills/adjust-race.ts';
import { betResultCorrected, betResultTwice, betSettlerKilled } from './drills/bets.ts';
import { cardEvents } from './drills/card-events.ts';
import { commitCut } from './drills/commit-cut.ts';
import { contestRedisFlushed } from './drills/contest-redis-flushed.ts';
import { contestCloserKilled, contestServerKilled } from './drills/contest-server-killed.ts';
import { contestTwoClosers } from './drills/contest-two-closers.ts';
import { crowdDrops } from './drills/crowd-drops.ts';
import { expensiveBodies } from './drills/expensive-bodies.ts';
import { heistRedisAway, heistServerClock, heistServerKilled, heistTwoClosers } from './drills/heists.ts';
import { joiners } from './drills/joiners.ts';
import { mailAway } from './drills/mail-away.ts';
import { npmStartServicesKilled } from './drills/npm-start-services-killed.ts';
import { oppositeOrders } from './drills/opposite-orders.ts';
import { poisonedCommand } from './drills/poisoned-command.ts';
import { poolExhausted } from './drills/pool-exhausted.ts';
import { postgresKilled, postgresRestarted } from './drills/postgres-ended.ts';
import { postgresFar } from './drills/postgres-far.ts';
import { postgresFull } from './drills/postgres-full.ts';
import {
  postgresConnectionsEnded,
  postgresExhausted,
  postgresReadOnly,
  postgresSlowFsync,
} from './drills/postgres-limits.ts';
import { quiet } from './drills/quiet.ts';
import { redisAway } from './drills/redis-away.ts';
import { redisClock } from './drills/redis-clock.ts';
import { redisFlushed } from './drills/redis-flushed.ts';
import { redisFull } from './drills/redis-full.ts';
import { redisKilledDrills } from './drills/redis-killed.ts';
import { redisStopped } from './drills/redis-stopped.ts';
import { restoredDrills } from './drills/restored.ts';
import { rollingRestart } from './drills/rolling-restart.ts';
import { rowsLocked } from './drills/rows-locked.ts';
import { sameKey } from './drills/same-key.ts';
import { sendCommitCut, sendServerKilled } from './drills/sends.ts';
import { serverClock } from './drills/server-clock.ts';
import { serverFrozenInClose } from './drills/server-frozen-in-close.ts';
import { serverKilled } from './drills/server-killed.ts';
import { serverKilledRedisFlushed } from './drills/server-killed-redis-flushed.ts';
import { silentSockets } from './drills/silent-sockets.ts';
import { socketFloods } from './drills/socket-floods.ts';
import { tapFlood } from './drills/tap-flood.ts';
import { twoClosers } from './drills/two-closers.ts';
import { twoDeciders } from './drills/two-deciders.ts';
import { workerKilledInClose } from './drills/worker-killed-in-close.ts';

/** All drills, in the order in which they run. */
export const allDrills: readonly Drill[] = [
  quiet,
  serverKilled,
  serverKilledRedisFlushed,
  workerKilledInClose,
  serverFrozenInClose,
  twoClosers,
  rowsLocked,
  serverClock,
  redisFlushed,
  redisClock,
  ...redisKilledDrills,
  redisStopped,
  redisAway,
  redisFull,
  postgresRestarted,
  postgresKilled,
  npmStartServicesKilled,
  postgresFar,
  postgresFull,
  postgresReadOnly,
  postgresExhausted,
  postgresConnectionsEnded,
  postgresSlowFsync,
  ...restoredDrills,
  commitCut,
  poolExhausted,
  poisonedCommand,
  joiners,
  oppositeOrders,
  sameKey,
  adjustRace,
  rollingRestart,
  silentSockets,
  socketFloods,
  expensiveBodies,
  crowdDrops,
  mailAway,
  contestServerKilled,
  contestCloserKilled,
  contestRedisFlushed,
  contestTwoClosers,
  tapFlood,
  sendServerKilled,
  sendCommitCut,
  twoDeciders,
  cardEvents,
  heistServerKilled,
  heistRedisAway,
  heistTwoClosers,
  heistServerClock,
  betSettlerKilled,
  betResultTwice,
  betResultCorrected,
];

/** The drills of `npm test`. */
export const alwaysRun: readonly Drill[] = [serverKilledRedisFlushed];

/** The drills of `npm test -- --full`: the most frequent faults. */
export const shortSelection: readonly Drill[] = [
  ...alwaysRun,
  serverKilled,
  redisFlushed,
  redisStopped,
  postgresRestarted,
  commitCut,
  twoClosers,
  contestServerKilled,
  sendServerKilled,
];
