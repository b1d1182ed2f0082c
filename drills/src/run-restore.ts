import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@copup/server/db/database.ts';
import { auditLedger } from '@copup/server/ledger/audit.ts';
import { auctionCardRoom, auctionRoom, auctionsRoom, userRoom } from '@copup/shared/room-names.ts';
import { root } from '../../scripts/data-folder.ts';
import type { DrillResult } from './drill.ts';
import { readFacts } from './facts.ts';
import { Recorder } from './history.ts';
import { judgeBids } from './judge-auctions.ts';
import { judgeBalances, judgeConservation } from './judge-ledger.ts';
import { judgeWatchers } from './judge-watchers.ts';
import { OwnCluster } from './own-cluster.ts';
import { Operator, Player } from './players.ts';
import { findPostgresTools } from './postgres-tools.ts';
import { type ServerProcess, startServer } from './processes.ts';
import type { Random } from './random.ts';
import { type RestoreWay, stepOf, takeBackup } from './restore-ways.ts';
import { endOnInterrupt } from './running.ts';
import { baseEnv, operator } from './scenario.ts';
import { OwnRedis } from './services.ts';
import { Watcher } from './watchers.ts';

const playing = 6;
const coins = 2_000;
const convergeMs = 10_000;
const hourMs = 3_600_000;
const names = ['one', 'two'];

export interface RestoreOptions {
  name: string;
  way: RestoreWay;
  /** The servers run through it all. */
  isLive: boolean;
  random: Random;
}

/**
 * Two servers, players and watchers; a backup; more bids and another auction; then the steps of docs/operations.md. Judges
 * what watchers have in the end, also those who came afterwards, what the audit covers, and bids made after it all.
 */
export async function runRestore({ name, way, isLive, random }: RestoreOptions): Promise<DrillResult> {
  const folder = join(root, '.data', 'drills', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const toClose: (() => unknown)[] = [];
  const end = async () => {
    for (const close of toClose.splice(0).reverse()) await close();
  };
  const forget = endOnInterrupt(end);
  const faults: string[] = [];
  const lines: string[] = [];
  try {
    const tools = findPostgresTools();
    lines.push(`PostgreSQL in ${tools.folder}`);
    if (!tools.hasClients)
      lines.push('without pg_dump and pg_basebackup: the drill copies rows and files itself');
    const cluster = await OwnCluster.create(tools);
    toClose.push(() => cluster.remove());
    const redis = await OwnRedis.create(folder);
    toClose.push(() => redis.kill());
    const watchers: Watcher[] = [];
    toClose.push(() => {
      for (const watcher of watchers) watcher.close();
    });
    let servers: ServerProcess[] = [];
    toClose.push(() => Promise.all(servers.map((server) => server.kill())));
    const startAll = async () => {
      const ports = servers.map(({ url }) => Number(new URL(url).port));
      servers = await Promise.all(
        names.map((each, at) =>
          startServer({
            name: each,
            databaseUrl: cluster.serverUrl,
            redisUrl: redis.url,
            folder,
            env: { ...baseEnv, DATABASE_OWNER_URL: cluster.url },
            port: ports[at],
          }),
        ),
      );
    };
    const query = async <Result>(work: (db: ReturnType<typeof openDatabase>) => Promise<Result>) => {
      const db = openDatabase({ url: cluster.url, poolSize: 3, applicationName: 'copup-drill' });
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    };
    const facts = () =>
      query(async (db) => {
        const client = await db.pool.connect();
        try {
          return await readFacts(client);
        } finally {
          client.release();
        }
      });

    await startAll();
    const urls = servers.map(({ url }) => url);
    const admin = await Operator.signIn(urls[0] ?? '', operator.email, operator.password);
    const { id: realm, users } = await admin.createLoadTest(playing, coins);
    const recorder = new Recorder(join(folder, 'history.jsonl'));
    const players = users.map((user, at) => new Player(user, urls, at % urls.length, recorder));
    const createAuction = async (title: string) => {
      const { id } = await admin.createAuction({
        name: title,
        category: 'product',
        price: 1_000,
        entry_bid_points: 5,
        end_date: new Date(Date.now() + hourMs).toISOString(),
        realm,
      });
      for (const player of players) await player.payEntry(id);
      return id;
    };
    const bidOn = async (id: number, rounds: number) => {
      for (let round = 0; round < rounds; round += 1) for (const player of players) await player.bid(id);
    };
    const auction = await createAuction('Kept');
    await bidOn(auction, 3);
    const watch = (at: number) => {
      const user = users[at % users.length];
      if (!user) throw new Error('nobody watches');
      const room = at % 2 === 0 ? auctionRoom(auction) : auctionCardRoom(auction);
      const watcher = new Watcher(`${user.username}'s browser`, urls, at % urls.length, user.token, [
        room,
        userRoom(user.id),
        auctionsRoom(realm),
      ]);
      watchers.push(watcher);
      return watcher;
    };
    for (let at = 0; at < playing; at += 1) watch(at);

    const restore = await takeBackup(cluster, way);
    const before = await facts();
    // More than was there: what is restored has lower versions everywhere.
    await bidOn(auction, 2 + random.int(0, 2));
    const goneAuction = await createAuction('Gone');
    await query((db) => auditLedger(db));
    const converged = async (when: string) => {
      const giveUpAtMs = Date.now() + convergeMs;
      for (;;) {
        const now = await facts();
        const found = judgeWatchers(
          now,
          watchers.flatMap(({ records }) => records),
        );
        if (found.length === 0) return now;
        if (Date.now() > giveUpAtMs) {
          faults.push(...found.map((fault) => `I7 ${when}: ${fault}`));
          return now;
        }
        await pause(100);
      }
    };
    const newer = await converged('before the restore');

    if (!isLive) await Promise.all(servers.map((server) => server.stop()));
    await restore();
    if (isLive) {
      // The servers find it by themselves.
      const found = await converged('before npm run restored');
      if (found.epoch <= newer.epoch) faults.push('the servers opened no epoch');
      lines.push(`found by the servers: epoch ${newer.epoch} → ${found.epoch}`);
    }
    const output = await cluster.runHere(stepOf('after-restore'));
    lines.push(...output.split('\n').filter((line) => /Epoch|repaired|postings|ledger/.test(line)));
    if (!output.includes('The ledger is right.')) faults.push('the audit did not find the ledger right');
    if (!isLive) await startAll();
    for (let at = 0; at < names.length; at += 1) watch(at);
    const restored = await converged('after the restore');
    if (restored.epoch <= newer.epoch) faults.push(`epoch ${restored.epoch} is not above ${newer.epoch}`);
    const seqOf = (from: typeof restored) => from.auctions.find(({ id }) => id === auction)?.seq;
    if (seqOf(restored) !== seqOf(before)) faults.push(`seq ${seqOf(restored)} instead of ${seqOf(before)}`);
    if (restored.auctions.some(({ id }) => id === goneAuction))
      faults.push('the later auction is still there');

    await bidOn(auction, 2);
    const last = await converged('after more bids');
    if ((seqOf(last) ?? 0) <= (seqOf(restored) ?? 0)) faults.push('no bid was accepted after the restore');
    for (const [id, judge] of [
      ['I1', judgeConservation],
      ['I2', judgeBalances],
      ['I5', judgeBids],
    ] as const)
      faults.push(...judge(last, []).map((fault) => `${id}: ${fault}`));
    const report = await query((db) => auditLedger(db, { mode: 'full' }));
    const [row] = await cluster.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM postings',
      cluster.url,
    );
    lines.push(`the audit covered ${report.checked.postings} of ${row?.count} postings`);
    if (!report.ok || report.checked.postings + report.left.later !== row?.count)
      faults.push(`the audit: ${JSON.stringify({ ...report, totals: undefined })}`);
    for (const server of servers) if (server.hasDied) faults.push(`I10: server ${server.name} died`);
  } finally {
    forget();
    await end();
  }
  return { faults, report: [...lines, `kept in ${folder}`].join('\n') };
}
