import type { Drill } from '../drill.ts';
import { type RestoreWay, restoreWays } from '../restore-ways.ts';
import { runRestore } from '../run-restore.ts';

const ways: Record<RestoreWay, string> = {
  dump: 'the database is dropped and a dump of it restored into the same cluster',
  'new-cluster': 'a dump of the database is restored into a new cluster',
  'base-backup': 'a base backup is restored',
  'point-in-time': 'a base backup and archived WAL restore the cluster to an earlier time',
};

function restored(way: RestoreWay, isLive: boolean): Drill {
  const name = `restored-${way}${isLive ? '-live' : ''}`;
  return {
    name,
    fault: `${ways[way]} while the servers ${isLive ? 'run' : 'are stopped'}`,
    holds: 'I7 under a new epoch; the audit passes and covers all postings; I1 I2 I5 afterwards',
    run: ({ random }) => runRestore({ name, way, isLive, random }),
  };
}

export const restoredDrills: readonly Drill[] = restoreWays.flatMap((way) => [
  restored(way, true),
  restored(way, false),
]);
