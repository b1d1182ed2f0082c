import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { systemClock } from '../../src/clock.ts';
import { outageOf } from '../../src/db/pg-errors.ts';
import { Refusal } from '../../src/errors.ts';
import type { SendCommand } from '../../src/features/sends/decide-sends.ts';
import { commandOf } from '../../src/features/sends/send-coins.ts';
import { defineSendLane } from '../../src/features/sends/send-lane.ts';
import { createLanes } from '../../src/lanes/create-lanes.ts';
import { createNotices } from '../../src/notifications/notices.ts';
import type { SettingKey } from '../../src/settings/definitions.ts';
import { type BenchDatabase, openBenchDatabase, POOL_SIZE } from '../bench-database.ts';
import { closedLoop, type Measured } from '../bids/closed-loop.ts';
import { recordFigures } from '../figures.ts';
import { measureTpcb, pgbenchMissing, prepareTpcb } from '../pgbench.ts';
import { readRounds, roundsOption } from '../rounds.ts';
import { oneTransactionPerSend } from './one-transaction.ts';

const USERS = 10_000;
const SENDERS = 256;
const SCALE = 20;
const PGBENCH_CLIENTS = 16;
const COINS = 100_000_000;
const RETRY_MS = 50;

type Send = (command: SendCommand) => Promise<unknown>;
type PickPair = (sender: number) => [from: TestUser, to: TestUser];

/**
 * `npm run bench -- transfers`: the command of a send after the check of its PIN, whose hash is measured separately.
 * Random sends are compared with pgbench's TPC-B-like script in the same run, sends to one recipient with one
 * transaction for each.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { ...roundsOption, seconds: { type: 'string', default: '3' } },
  });
  const rounds = readRounds(values);
  const seconds = Number(values.seconds);
  const bench = await openBenchDatabase();
  try {
    console.log(`Sends of ${SENDERS} senders, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`);
    const hasPgbench = await prepareTpcb(bench, SCALE);
    if (!hasPgbench) console.log(`${pgbenchMissing}\n`);
    const users: TestUser[] = [];
    while (users.length < USERS) users.push(...(await createUsers(bench.db, 1_000, { coins: COINS })));
    const lane = laneOf(bench);
    const single = oneTransactionPerSend(bench.db);
    const measure = (send: Send, pick: PickPair) => measureSends(bench, send, pick, seconds);
    const random = randomPairs(users);
    const results = {
      random: [] as Measured[],
      tpcb: [] as number[],
      hot: [] as Measured[],
      single: [] as Measured[],
    };
    for (let round = 0; round < rounds; round += 1) {
      results.random.push(await measure(lane, random));
      if (hasPgbench) results.tpcb.push(await measureTpcb(bench, { clients: PGBENCH_CLIENTS, seconds }));
      results.hot.push(await measure(lane, hotPairs(users, round)));
      results.single.push(await measure(single, hotPairs(users, round)));
    }
    await reportPinHash();
    report(results);
    recordFigures('transfers', rounds, {
      sendsPerS: { unit: 'sends/s', values: results.random.map(({ acceptedPerS }) => acceptedPerS) },
      hotSendsPerS: { unit: 'sends/s', values: results.hot.map(({ acceptedPerS }) => acceptedPerS) },
    });
    console.log();
    return printGoals(goalsOf(results));
  } finally {
    await bench.drop();
  }
}

interface Results {
  random: Measured[];
  tpcb: number[];
  hot: Measured[];
  single: Measured[];
}

function laneOf({ db }: BenchDatabase): Send {
  const values: Partial<Record<SettingKey, number>> = {
    sendChargePercent: 1,
    sendMaxCoins: 1e9,
    sendMaxCoinsPerDay: 1e12,
    credentialsWaitHours: 24,
    credentialsWaitSendCoins: 100,
  };
  const log = { warn: console.warn, error: console.error };
  const { send } = defineSendLane({
    clock: systemClock,
    lanes: createLanes({ db, clock: systemClock, log }),
    notices: createNotices({ newId: () => uuidv7() }),
    settings: { get: (key: SettingKey) => values[key] } as Parameters<typeof defineSendLane>[0]['settings'],
  });
  return send;
}

/** A lane that is full refuses with BUSY (A11); many transactions for one row wait for its lock in vain. */
const isOverload = (error: unknown): boolean =>
  error instanceof Refusal ? error.statusCode === 503 : outageOf(error) !== undefined;

function measureSends(bench: BenchDatabase, send: Send, pick: PickPair, seconds: number): Promise<Measured> {
  return closedLoop({
    bidders: SENDERS,
    durationMs: seconds * 1_000,
    postgresCpuUs: bench.cpuUs,
    bid: async (sender) => {
      const [from, to] = pick(sender);
      const viewer = { userId: from.id, realm: 0 };
      try {
        await send(commandOf({ newId: () => uuidv7() }, viewer, to, { amount: 10, key: uuidv7() }));
        return true;
      } catch (error) {
        // A client waits before it tries again.
        if (!isOverload(error)) throw error;
        await pause(RETRY_MS);
        return false;
      }
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

function report({ random, tpcb, hot, single }: Results): void {
  const row = (what: string, measured: readonly Measured[]) => [
    what,
    ...(['acceptedPerS', 'p50Ms', 'p99Ms', 'nodeCpuUs', 'postgresCpuUs'] as const).map((field) =>
      figure(median(measured.map((one) => one[field]))),
    ),
  ];
  printTable(
    ['design', 'done/s', 'p50 ms', 'p99 ms', 'node µs each', 'postgres µs each'],
    [
      row('random sends', random),
      [`pgbench TPC-B-like, scale ${SCALE}`, figure(median(tpcb)), '', '', '', ''],
      row('one recipient', hot),
      row('one recipient, one transaction per send', single),
    ],
  );
}

function goalsOf({ random, tpcb, hot, single }: Results): Goal[] {
  const perS = ({ acceptedPerS }: Measured) => acceptedPerS;
  return [
    ...(tpcb.length > 0
      ? [
          {
            what: 'random sends : pgbench TPC-B-like',
            ratios: random.map((one, round) => perS(one) / (tpcb[round] as number)),
            atLeast: 1,
          },
        ]
      : []),
    {
      what: 'one recipient : one transaction per send',
      ratios: hot.map((one, round) => perS(one) / perS(single[round] as Measured)),
      atLeast: 5,
    },
  ];
}
