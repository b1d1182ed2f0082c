import type { Drills } from '../drill.ts';
import { type RestoreWay, restoreWays } from '../restore-ways.ts';

const ways: Record<RestoreWay, string> = {
  dump: 'the database is dropped and a dump of it restored into the same cluster',
  'new-cluster': 'a dump of the database is restored into a new cluster',
  'base-backup': 'a base backup is restored',
  'point-in-time': 'a base backup and archived WAL restore the cluster to an earlier time',
};

export const restoredDrills: Drills = Object.fromEntries(
  restoreWays.flatMap((way) =>
    [true, false].map((isLive) => [
      `restored-${way}${isLive ? '-live' : ''}`,
      {
        fault: `${ways[way]} while the servers ${isLive ? 'run' : 'are stopped'}`,
        holds: 'I7 under a new epoch; the audit passes and covers all postings; I1 I2 I5 afterwards',
        restore: { way, isLive },
      },
    ]),
  ),
);
