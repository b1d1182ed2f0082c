import { createHash, randomBytes } from 'node:crypto';
import type { TestUser } from '@copup/testkit/builders.ts';
import { printGoals } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { hashInput } from '../../src/db/with-stored-reply.ts';
import type { TicketCommand } from '../../src/features/heists/decide-tickets.ts';
import { heistSubject } from '../../src/features/heists/heists.queries.ts';
import { heists } from '../../src/features/heists/heists.tables.ts';
import { defineTicketLane } from '../../src/features/heists/ticket-lane.ts';
import { ensureFund } from '../../src/ledger/accounts.ts';
import { type BenchDatabase, createManyUsers, POOL_SIZE, withBenchDatabase } from '../bench-database.ts';
import { closedLoop, closedLoopColumns, laneDeps, type Measured, unlessOverloaded } from '../closed-loop.ts';
import { recordFigures } from '../figures.ts';
import { measureRounds, printMedians, ratiosOf, readOptions } from '../rounds.ts';
import { oneTransactionPerTicket } from './one-transaction.ts';

/** Each user buys one ticket of a heist; when all have one, the next heist is sold. */
const USERS = 20_000;
const BUYERS = 256;
const COINS = 1_000_000;
const PRICE = 10;
/** Fewer concurrent transactions wait less for the lock of the heist. */
const FEW_CONNECTIONS = 2;

type Buy = (heistId: number, command: TicketCommand) => Promise<unknown>;

/** `npm run bench -- tickets`: tickets of one heist by the lane against one transaction for each. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, seconds } = readOptions(args, { seconds: 2 });
  return withBenchDatabase(async (bench) => {
    const few = openDatabase({ url: bench.url, poolSize: FEW_CONNECTIONS });
    try {
      console.log(
        `Tickets of one heist, ${BUYERS} buyers, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`,
      );
      const users = await createManyUsers(bench, USERS, { coins: COINS });
      const lane = defineTicketLane(laneDeps(bench.db));
      const measure = (buy: Buy) => () => measureSale(bench, buy, users, seconds * 1_000);
      const results = await measureRounds(rounds, {
        lane: measure((heistId, command) => lane.submit(String(heistId), command)),
        [`one transaction per ticket, pool of ${POOL_SIZE}`]: measure(oneTransactionPerTicket(bench.db)),
        [`one transaction per ticket, pool of ${FEW_CONNECTIONS}`]: measure(oneTransactionPerTicket(few)),
      });
      printMedians('design', closedLoopColumns, results);
      const [sold = [], ...others] = Object.values(results);
      const perS = ({ acceptedPerS }: Measured) => acceptedPerS;
      recordFigures('tickets', rounds, {
        hotHeistTicketsPerS: { unit: 'tickets/s', values: sold.map(perS) },
      });
      const what = 'lane : one transaction per ticket, the better pool';
      return printGoals([{ what, ratios: ratiosOf(sold, others, perS), atLeast: 10 }]);
    } finally {
      await few.close();
    }
  });
}

async function measureSale(
  bench: BenchDatabase,
  buy: Buy,
  users: readonly TestUser[],
  durationMs: number,
): Promise<Measured> {
  // More heists than a round can sell out.
  const heistIds = await insertHeists(bench, 1 + Math.ceil((durationMs * 20) / USERS));
  let nth = 0;
  return closedLoop({
    clients: BUYERS,
    durationMs,
    postgresCpuUs: bench.cpuUs,
    run: () => {
      const user = users[nth % users.length] as TestUser;
      const heistId = heistIds[Math.floor(nth / users.length)];
      if (heistId === undefined) throw new Error('all heists of the round are sold out');
      nth += 1;
      return unlessOverloaded(buy(heistId, commandOf(user)));
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

const HOUR_MS = 3_600_000;

/** Heists that are available for the whole bench. */
export const insertHeists = ({ db }: BenchDatabase, count: number): Promise<number[]> =>
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
