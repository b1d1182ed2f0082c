import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../../src/clock.ts';
import { openDatabase } from '../../src/db/database.ts';
import { hashInput } from '../../src/db/hash-input.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { outageOf } from '../../src/db/pg-errors.ts';
import type { Deps } from '../../src/deps.ts';
import { Refusal } from '../../src/errors.ts';
import type { TicketCommand } from '../../src/features/heists/decide-tickets.ts';
import { heistSubject } from '../../src/features/heists/heist-subject.ts';
import { heists } from '../../src/features/heists/heists.tables.ts';
import { defineTicketLane } from '../../src/features/heists/ticket-lane.ts';
import { createLanes } from '../../src/lanes/create-lanes.ts';
import { ensureFund } from '../../src/ledger/funds.ts';
import { createNotices } from '../../src/notifications/notices.ts';
import { type BenchDatabase, openBenchDatabase, POOL_SIZE } from '../bench-database.ts';
import { closedLoop, type Measured } from '../bids/closed-loop.ts';
import { recordFigures } from '../figures.ts';
import { readRounds, roundsOption } from '../rounds.ts';
import { oneTransactionPerTicket } from './one-transaction.ts';

/** Each user buys one ticket of a heist; when all have one, the next heist is sold. */
const USERS = 20_000;
const BUYERS = 256;
const COINS = 1_000_000;
const PRICE = 10;
/** Fewer concurrent transactions wait less for the lock of the heist. */
const FEW_CONNECTIONS = 2;
const RETRY_MS = 50;

type Buy = (heistId: number, command: TicketCommand) => Promise<unknown>;
const designs = [
  'lane',
  `one transaction per ticket, pool of ${POOL_SIZE}`,
  `one transaction per ticket, pool of ${FEW_CONNECTIONS}`,
] as const;
type Design = (typeof designs)[number];

/** `npm run bench -- tickets`: tickets of one heist by the lane against one transaction for each. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { ...roundsOption, seconds: { type: 'string', default: '2' } },
  });
  const rounds = readRounds(values);
  const seconds = Number(values.seconds);
  const bench = await openBenchDatabase();
  const few = openDatabase({ url: bench.url, poolSize: FEW_CONNECTIONS });
  try {
    console.log(
      `Tickets of one heist, ${BUYERS} buyers, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`,
    );
    const users: TestUser[] = [];
    while (users.length < USERS) users.push(...(await createUsers(bench.db, 1_000, { coins: COINS })));
    const lane = laneOf(bench);
    const buys: Record<Design, Buy> = {
      lane: (heistId, command) => lane.submit(String(heistId), command),
      [designs[1]]: oneTransactionPerTicket(bench.db),
      [designs[2]]: oneTransactionPerTicket(few),
    };
    const results = Object.fromEntries(designs.map((design) => [design, []])) as unknown as Record<
      Design,
      Measured[]
    >;
    for (let round = 0; round < rounds; round += 1)
      for (const design of designs)
        results[design].push(await measure(bench, buys[design], users, seconds * 1_000));
    report(results);
    recordFigures('tickets', rounds, {
      hotHeistTicketsPerS: {
        unit: 'tickets/s',
        values: results.lane.map(({ acceptedPerS }) => acceptedPerS),
      },
    });
    console.log();
    return printGoals(goalsOf(results));
  } finally {
    await few.close();
    await bench.drop();
  }
}

function laneOf({ db }: BenchDatabase) {
  const newId = () => uuidv7();
  const log = { warn: console.warn, error: console.error };
  return defineTicketLane({
    newId,
    clock: systemClock,
    lanes: createLanes({ db, clock: systemClock, log }),
    notices: createNotices({ newId }),
    // Only settlements read settings; rooms have no watchers.
    settings: {} as Deps['settings'],
    rooms: { publish() {} } as unknown as Deps['rooms'],
  } as Parameters<typeof defineTicketLane>[0]);
}

async function measure(
  bench: BenchDatabase,
  buy: Buy,
  users: readonly TestUser[],
  durationMs: number,
): Promise<Measured> {
  // More heists than a round can sell out.
  const heistIds = await insertHeists(bench, 1 + Math.ceil((durationMs * 20) / USERS));
  let nth = 0;
  return closedLoop({
    bidders: BUYERS,
    durationMs,
    postgresCpuUs: bench.cpuUs,
    bid: async () => {
      const user = users[nth % users.length] as TestUser;
      const heistId = heistIds[Math.floor(nth / users.length)];
      if (heistId === undefined) throw new Error('all heists of the round are sold out');
      nth += 1;
      try {
        await buy(heistId, commandOf(user));
        return true;
      } catch (error) {
        if (!isOverload(error)) throw error;
        await pause(RETRY_MS);
        return false;
      }
    },
  });
}

const commandOf = ({ id, username, realm }: TestUser): TicketCommand => ({
  id: uuidv7(),
  viewer: { userId: id, username, realm, sessionId: id },
  key: uuidv7(),
  inputHash: hashInput({}),
  referral: undefined,
});

/** A lane that is full refuses with BUSY (A11); many transactions for one row wait for its lock in vain. */
const isOverload = (error: unknown): boolean =>
  error instanceof Refusal ? error.statusCode === 503 : outageOf(error) !== undefined;

const HOUR_MS = 3_600_000;

/** Heists that are available for the whole bench. */
const insertHeists = ({ db }: BenchDatabase, count: number): Promise<number[]> =>
  inTransaction(db, async (tx) => {
    const ids: number[] = [];
    const atHour = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
    const hash = createHash('sha256').digest();
    for (let nth = 0; nth < count; nth += 1) {
      const { rows } = await tx.client.query<{ id: number }>(
        `SELECT nextval(pg_get_serial_sequence('heists', 'id'))::int AS id`,
      );
      const id = rows[0]?.id ?? 0;
      const fund = await ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: heistSubject(id) });
      await tx.orm
        .insert(heists)
        .overridingSystemValue()
        .values({
          id,
          name: `Bench ${id}`,
          category: 'cash',
          prize: PRICE,
          prizeName: 'Coins',
          ticketPrice: PRICE,
          capacity: 100_000,
          minimumUsers: 1,
          question: 'Which?',
          answers: ['This'],
          answerSalt: randomBytes(16),
          answerCommitment: hash,
          drawCommitment: hash,
          sealedDrawSeed: hash,
          status: 'available',
          opensAt: atHour(-1),
          holdsAt: atHour(1),
          startsAt: atHour(1),
          endDate: atHour(2),
          potId: fund.id,
        });
      ids.push(id);
    }
    return ids;
  });

function report(results: Record<Design, Measured[]>): void {
  const middle = (design: Design, field: keyof Measured) =>
    figure(median(results[design].map((one) => one[field])));
  printTable(
    ['design', 'sold/s', 'p50 ms', 'p99 ms', 'node µs each', 'postgres µs each'],
    designs.map((design) => [
      design,
      middle(design, 'acceptedPerS'),
      middle(design, 'p50Ms'),
      middle(design, 'p99Ms'),
      middle(design, 'nodeCpuUs'),
      middle(design, 'postgresCpuUs'),
    ]),
  );
}

const goalsOf = (results: Record<Design, Measured[]>): Goal[] => [
  {
    what: 'lane : one transaction per ticket, the better pool',
    ratios: results.lane.map(
      (lane, round) =>
        lane.acceptedPerS /
        Math.max(...designs.slice(1).map((other) => (results[other][round] as Measured).acceptedPerS)),
    ),
    atLeast: 10,
  },
];
