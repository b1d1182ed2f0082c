import type { TestUser } from '@copup/testkit/builders.ts';
import { figure, printGoals } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { createPasswords } from '../../src/accounts/passwords.ts';
import type { SendCommand } from '../../src/features/sends/decide-sends.ts';
import { commandOf } from '../../src/features/sends/send-coins.ts';
import { defineSendLane } from '../../src/features/sends/send-lane.ts';
import { type BenchDatabase, createManyUsers, POOL_SIZE, withBenchDatabase } from '../bench-database.ts';
import { closedLoop, closedLoopColumns, laneDeps, type Measured, unlessOverloaded } from '../closed-loop.ts';
import { measureDisk } from '../measure-disk.ts';
import { measureTpcb, pgbenchMissing, prepareTpcb } from '../pgbench.ts';
import { measureRounds, printMedians, ratiosOf, readOptions } from '../rounds.ts';
import { oneTransactionPerSend } from './one-transaction.ts';

const USERS = 10_000;
const SENDERS = 256;
const SCALE = 20;
const PGBENCH_CLIENTS = 16;
const COINS = 100_000_000;
const SEND_DISK_BYTES = 2_000;
const settings = {
  sendChargePercent: 1,
  sendMaxCoins: 1e9,
  sendMaxCoinsPerDay: 1e12,
  credentialsWaitHours: 24,
  credentialsWaitSendCoins: 100,
};

type Send = (command: SendCommand) => Promise<unknown>;
type PickPair = (sender: number) => [from: TestUser, to: TestUser];

/**
 * `npm run bench -- transfers`: the command of a send after the check of its PIN, whose hash is measured separately.
 * Random sends are compared with pgbench's TPC-B-like script in the same run, sends to one recipient with one
 * transaction for each.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, seconds } = readOptions(args, { seconds: 3 });
  return withBenchDatabase(async (bench) => {
    console.log(`Sends of ${SENDERS} senders, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`);
    const hasPgbench = await prepareTpcb(bench, SCALE);
    if (!hasPgbench) console.log(`${pgbenchMissing}\n`);
    const users = await createManyUsers(bench, USERS, { coins: COINS });
    const { send } = defineSendLane(laneDeps(bench.db, settings));
    const single = oneTransactionPerSend(bench.db);
    const measure = (by: Send, pick: PickPair) => measureSends(bench, by, pick, seconds);
    const tpcb = async (): Promise<Partial<Measured>> =>
      hasPgbench ? { acceptedPerS: await measureTpcb(bench, { clients: PGBENCH_CLIENTS, seconds }) } : {};
    const names = ['random sends', `pgbench TPC-B-like, scale ${SCALE}`, 'one recipient'] as const;
    const results = await measureRounds<string, Partial<Measured>>(rounds, {
      [names[0]]: () => measure(send, randomPairs(users)),
      [names[1]]: tpcb,
      [names[2]]: (round) => measure(send, hotPairs(users, round)),
      [`${names[2]}, one transaction per send`]: (round) => measure(single, hotPairs(users, round)),
    });
    await reportPinHash();
    const countSends = async () =>
      (await bench.db.pool.query<{ sends: number }>('SELECT count(*)::int AS sends FROM sends')).rows[0]
        ?.sends ?? 0;
    const sendDiskBytes = await measureDisk(bench, async () => {
      const before = await countSends();
      await measure(send, randomPairs(users));
      return (await countSends()) - before;
    });
    printMedians('design', closedLoopColumns, results);
    const [random = [], byPgbench = [], hot = [], bySingle = []] = Object.values(results);
    const perS = ({ acceptedPerS = Number.NaN }: Partial<Measured>) => acceptedPerS;
    const tpcbGoal = {
      what: 'random sends : pgbench TPC-B-like',
      ratios: ratiosOf(random, [byPgbench], perS),
    };
    return printGoals([
      ...(hasPgbench ? [{ ...tpcbGoal, atLeast: 1.1 }] : []),
      {
        what: 'one recipient : one transaction per send',
        ratios: ratiosOf(hot, [bySingle], perS),
        atLeast: 5,
      },
      {
        what: `disk of a send : ${SEND_DISK_BYTES} bytes`,
        ratios: [sendDiskBytes / SEND_DISK_BYTES],
        atMost: 1,
      },
    ]);
  });
}

function measureSends(bench: BenchDatabase, send: Send, pick: PickPair, seconds: number): Promise<Measured> {
  return closedLoop({
    clients: SENDERS,
    durationMs: seconds * 1_000,
    postgresCpuUs: bench.cpuUs,
    run: (sender) => {
      const [from, to] = pick(sender);
      const viewer = { userId: from.id, realm: 0 };
      const command = commandOf({ newId: () => uuidv7() }, viewer, to, { amount: 10, key: uuidv7() });
      return unlessOverloaded(send(command));
    },
  });
}

const randomPairs =
  (users: readonly TestUser[]): PickPair =>
  () => {
    const from = Math.floor(Math.random() * users.length);
    const to = (from + 1 + Math.floor(Math.random() * (users.length - 1))) % users.length;
    return [users[from] as TestUser, users[to] as TestUser];
  };

const hotPairs =
  (users: readonly TestUser[], round: number): PickPair =>
  (sender) => [users[sender + SENDERS * (round + 1)] as TestUser, users[round] as TestUser];

/** The PIN's hash runs before the command, outside its transaction, at most two at a time. */
async function reportPinHash(): Promise<void> {
  const passwords = createPasswords();
  const known = await passwords.hash('a PIN with its pepper');
  const startMs = performance.now();
  const times = 20;
  for (let nth = 0; nth < times; nth += 1) await passwords.verify(known, 'a PIN with its pepper');
  console.log(`PIN hash: ${figure((performance.now() - startMs) / times)} ms each\n`);
}
