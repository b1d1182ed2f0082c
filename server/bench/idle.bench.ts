import { setTimeout as pause } from 'node:timers/promises';
import { userRoom } from '@copup/shared/room-names.ts';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { userRoomKind } from '../src/features/profile/user.room.ts';
import { Epochs } from '../src/restore/epochs.ts';
import { Delivery } from '../src/rooms/delivery.ts';
import { READ_ALL_EVERY, Reconciliation } from '../src/rooms/reconciliation.ts';
import { RoomChanges } from '../src/rooms/room-changes.ts';
import type { RoomKind } from '../src/rooms/room-kind.ts';
import { type BenchDatabase, withBenchDatabase } from './bench-database.ts';
import { recordFigures } from './figures.ts';
import { readOptions } from './rounds.ts';
import { createAudience } from './sockets/audience.ts';
import { AT_ONCE, ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { Side } from './sockets/side.ts';

const SOCKET_US_PER_S = 4;
const POSTGRES_PERCENT = 1;
const US_PER_PERCENT = 10_000;
const RECONCILE_S = 25;

/**
 * `npm run bench -- idle`: what sockets cost that receive nothing, in three rooms each, beside those of `ws` alone, and what PostgreSQL needs to
 * reconcile the rooms of many simulated members, on several servers, while some of them change.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args, {
    sockets: 2_000,
    seconds: 20,
    members: 100_000,
    servers: 10,
    changes: 200,
    // Writes the file after fewer rounds too.
    record: false,
  });
  const { ours, raw } = options.sockets === 0 ? { ours: [], raw: [] } : await measureSockets(options);
  const reads = options.members === 0 ? [] : await withBenchDatabase((bench) => reconcile(bench, options));
  const ofCore = reads.map(({ percent }) => percent);
  const measured = [
    { what: 'CPU of an idle socket, µs/s', values: ours, most: SOCKET_US_PER_S },
    { what: 'of one of ws alone, pinged as often', values: raw },
    { what: `PostgreSQL's reconciliation, % of a core`, values: ofCore, most: POSTGRES_PERCENT },
  ].filter(({ values }) => values.length > 0);
  printTable(
    ['idle', 'median'],
    measured.map(({ what, values }) => [what, figure(median(values))]),
  );
  if (measured.length === 3)
    recordFigures('idle', options.rounds, {
      socketNodeUs: { unit: 'µs/s', values: ours },
      changeNodeUs: { unit: 'µs', values: reads.map(({ nodeUs }) => nodeUs) },
      changePostgresUs: { unit: 'µs', values: reads.map(({ postgresUs }) => postgresUs) },
    });
  console.log();
  return printGoals([
    ...measured.flatMap(({ what, values, most }) =>
      most === undefined
        ? []
        : [{ what: `${what} : ${most}`, ratios: values.map((value) => value / most), atMost: 1 }],
    ),
    { what: 'idle socket : one of ws alone', ratios: ratiosOf(ours, raw) },
  ]);
}

/** Returns the CPU of each server for a socket and second, beyond that of the same server without sockets. */
async function measureSockets(options: { sockets: number; seconds: number; rounds: number }) {
  const { sockets, seconds, rounds } = options;
  const audience = await createAudience(sockets);
  const found = { ours: [] as number[], raw: [] as number[] };
  const names = ['ours', 'raw'] as const;
  const more = { BENCH_PINGS: 'yes' };
  const sides = await Promise.all(
    names.map((name) => Side.start(name, audience.room, audience.besideRooms, more)),
  );
  const usPerS = async (side: Side) => {
    const startedAtMs = performance.now();
    const { cpuUs } = await side.usage();
    await pause(seconds * 1_000);
    return ((await side.usage()).cpuUs - cpuUs) / ((performance.now() - startedAtMs) / 1_000);
  };
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [at, side] of sides.entries()) {
        const empty = await usPerS(side);
        await side.open(audience.tokens, AT_ONCE);
        await pause(SETTLE_MS);
        found[names[at] ?? 'ours'].push(((await usPerS(side)) - empty) / sockets);
        await side.drop();
        await pause(SETTLE_MS);
      }
    return found;
  } finally {
    for (const side of sides) await side.close();
    await audience.drop();
  }
}

interface Reconciled {
  /** Of a core, which PostgreSQL needs for the reconciliation of all servers, beside the changes themselves. */
  percent: number;
  /** Of one change for each server that reads it. */
  postgresUs: number;
  nodeUs: number;
}

async function reconcile(
  bench: BenchDatabase,
  options: Record<'members' | 'servers' | 'changes' | 'rounds', number>,
): Promise<Reconciled[]> {
  const { members, servers, changes, rounds } = options;
  const { db } = bench;
  await bench.asOwner(
    `INSERT INTO wallets (user_id, realm) SELECT gen_random_uuid(), 0 FROM generate_series(1, ${members});
     INSERT INTO inboxes (user_id) SELECT user_id FROM wallets`,
  );
  for (const table of ['wallets', 'inboxes']) await bench.asOwner(`VACUUM ANALYZE ${table}`);
  const { rows } = await db.pool.query<{ id: string }>('SELECT user_id AS id FROM wallets');
  const ids = rows.map(({ id }) => id);
  const all = await Promise.all(
    Array.from({ length: servers }, (_, at) =>
      holdRooms(
        bench,
        ids.filter((__, nth) => nth % servers === at),
      ),
    ),
  );
  const change = (count: number) =>
    db.pool.query('UPDATE inboxes SET version = version + 1 WHERE user_id = ANY($1::uuid[])', [
      Array.from({ length: count }, () => ids[Math.floor(Math.random() * ids.length)]),
    ]);
  const usPerS = async (changed: number, isReconciled: boolean) => {
    const fromUs = bench.cpuUs();
    const from = process.cpuUsage();
    for (let second = 0; second < RECONCILE_S; second += 1) {
      const next = pause(1_000);
      await change(changed);
      if (isReconciled) await Promise.all(all.map((each) => each.run()));
      await next;
    }
    const { user, system } = process.cpuUsage(from);
    return { postgresUs: (bench.cpuUs() - fromUs) / RECONCILE_S, nodeUs: (user + system) / RECONCILE_S };
  };
  const beforeUs = bench.cpuUs();
  for (const each of all) await each.run();
  const readAllUsPerS = (bench.cpuUs() - beforeUs) / READ_ALL_EVERY;
  const found: Reconciled[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await usPerS(changes, false);
    const busy = await usPerS(changes, true);
    const still = await usPerS(0, false);
    const quiet = await usPerS(0, true);
    const perChange = (of: 'postgresUs' | 'nodeUs') =>
      (busy[of] - without[of] - (quiet[of] - still[of])) / (servers * changes);
    found.push({
      percent: (busy.postgresUs - without.postgresUs + readAllUsPerS) / US_PER_PERCENT,
      postgresUs: perChange('postgresUs'),
      nodeUs: perChange('nodeUs'),
    });
  }
  return found;
}

/** Creates a server's reconciliation of the rooms of these users, which each have one simulated member. */
async function holdRooms({ db }: BenchDatabase, ids: readonly string[]): Promise<Reconciliation> {
  const kind = userRoomKind({ db }) as RoomKind;
  const delivery = new Delivery({
    nowMs: () => performance.now(),
    defaultIntervalMs: () => 0,
    size: () => 1,
    watchers: () => 0,
    emit: () => {},
  });
  const epochs = new Epochs({ db, log: { warn: () => {} } });
  const epoch = await epochs.refresh();
  for (const id of ids) {
    const room = userRoom(id);
    delivery.open({ room, kind: kind.kind, id, view: '' }, kind);
    delivery.learn(room, { epoch, version: 0, state: {} });
  }
  const onError = (error: unknown) => {
    throw error;
  };
  return new Reconciliation({ delivery, epochs, changes: new RoomChanges(db), onGone: () => {}, onError });
}
