import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '@copup/testkit/checker/facts.ts';
import { judgeBids } from '@copup/testkit/checker/judge-auctions.ts';
import { judgeBalances, judgeConservation } from '@copup/testkit/checker/judge-ledger.ts';
import { auditLedger } from '@copup/testkit/database.ts';
import { OwnCluster } from '@copup/testkit/own-cluster.ts';
import type { Random } from '@copup/testkit/random.ts';
import { root } from '../../scripts/data-folder.ts';
import type { DrillResult } from './drill.ts';
import { findPostgresTools } from './postgres-tools.ts';
import { type RestoreWay, stepOf, takeBackup } from './restore-ways.ts';
import { RestoreWorld } from './restore-world.ts';
import { endOnInterrupt } from './running.ts';

export interface RestoreOptions {
  name: string;
  way: RestoreWay;
  /** Whether the servers keep running during the restore. */
  isLive: boolean;
  random: Random;
}

/** Runs one restore with its own cluster, Redis and servers, and stops them afterwards. */
export async function runRestore(options: RestoreOptions): Promise<DrillResult> {
  const folder = join(root, '.data', 'drills', options.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tools = findPostgresTools();
  const lines = [`PostgreSQL in ${tools.folder}`];
  if (!tools.hasClients)
    lines.push('pg_dump and pg_basebackup are missing: the drill copies rows and files itself');
  const cluster = await OwnCluster.create(tools);
  let world: RestoreWorld | undefined;
  const end = async () => {
    await world?.end();
    await cluster.remove();
  };
  const forget = endOnInterrupt(end);
  try {
    world = await RestoreWorld.start(cluster, folder);
    lines.push(...(await restoreAndJudge(world, cluster, options)));
    return { violations: world.violations, report: [...lines, `kept in ${folder}`].join('\n') };
  } finally {
    forget();
    await end();
  }
}

/**
 * Makes a backup, then more bids and another auction, and runs the restore steps of docs/operations.md. Checks the final
 * states of old and new watchers, the coverage of the audit, and bids after the restore.
 */
async function restoreAndJudge(
  world: RestoreWorld,
  cluster: OwnCluster,
  { way, isLive, random }: RestoreOptions,
): Promise<string[]> {
  const { violations } = world;
  const lines: string[] = [];
  const auction = await world.createAuction('Kept');
  const seqIn = (facts: Facts) => facts.auctions.find(({ id }) => id === auction)?.seq ?? 0;
  await world.bidOn(auction, 3);
  world.watch(auction);

  const restore = await takeBackup(cluster, way);
  const backedUp = await world.facts();
  // More bids than in the backup, so that all versions are lower after the restore.
  await world.bidOn(auction, 2 + random.int(0, 2));
  const laterAuction = await world.createAuction('Gone');
  await world.query((db) => auditLedger(db));
  const lost = await world.converged('before the restore');

  if (!isLive) await world.stopServers();
  await restore();
  if (isLive) {
    const found = await world.converged('before npm run restored');
    if (found.epoch <= lost.epoch) violations.push('the servers opened no epoch');
    lines.push(`found by the servers: epoch ${lost.epoch}, then ${found.epoch}`);
  }
  const output = await cluster.runHere(stepOf('after-restore'));
  lines.push(...output.split('\n').filter((line) => /Epoch|repaired|postings|ledger/.test(line)));
  if (!output.includes('The ledger is correct.')) violations.push('the audit found an error in the ledger');
  if (!isLive) await world.startServers();
  world.watch(auction, world.servers.length);
  const restored = await world.converged('after the restore');
  if (restored.epoch <= lost.epoch) violations.push(`epoch ${restored.epoch} is not above ${lost.epoch}`);
  if (seqIn(restored) !== seqIn(backedUp))
    violations.push(`the auction is at bid ${seqIn(restored)}, in the backup it was at ${seqIn(backedUp)}`);
  if (restored.auctions.some(({ id }) => id === laterAuction))
    violations.push('the auction created after the backup still exists');

  await world.bidOn(auction, 2);
  const last = await world.converged('after more bids');
  if (seqIn(last) <= seqIn(restored)) violations.push('no bid was accepted after the restore');
  violations.push(...judgeConservation(last, []).map((violation) => `I1: ${violation}`));
  violations.push(...judgeBalances(last).map((violation) => `I2: ${violation}`));
  violations.push(...judgeBids(last).map((violation) => `I5: ${violation}`));
  for (const server of world.servers) if (server.hasDied) violations.push(`I10: server ${server.name} died`);
  lines.push(await judgeAudit(world, cluster));
  return lines;
}

/** Checks that the audit passes, and that the postings it covered and left add up to all postings. */
async function judgeAudit(world: RestoreWorld, cluster: OwnCluster): Promise<string> {
  const { ok, errors, left, checked } = await world.query((db) => auditLedger(db, { mode: 'full' }));
  const text = 'SELECT count(*)::integer AS count FROM postings';
  const [row] = await cluster.query<{ count: number }>(text, cluster.url);
  const summary = `the audit covered ${checked.postings} of ${row?.count} postings`;
  if (!ok || checked.postings + left.later !== row?.count)
    world.violations.push(`${summary}: ${JSON.stringify({ ok, errors, left })}`);
  return summary;
}
