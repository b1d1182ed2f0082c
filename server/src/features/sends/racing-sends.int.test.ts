import type { SendReceipt } from '@copup/shared/sends.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, sender, startSendApp } from '../../../test/send-world.ts';
import { auditLedger } from '../../audit.ts';

const PLAYERS = 4;
// Enough for more than 50 sends in almost any random run, and too few for some.
const COINS = 500;
const FEE = 5;
const TICKET = 40;
let database: TestDatabase;
let servers: TestApp[];
/** The players on each server. */
let players: SignedInClient[][];
let operator: SignedInClient;
beforeAll(async () => {
  database = await createTestDatabase();
  servers = await Promise.all([startSendApp({ database }), startSendApp({ database })]);
  const [here] = servers as [TestApp];
  operator = await here.signIn({ role: 1 });
  const signedIn: SignedInClient[] = [];
  for (let nth = 0; nth < PLAYERS; nth += 1) signedIn.push(await sender(here, { coins: COINS, bonus: 3 }));
  players = servers.map(({ client }) =>
    signedIn.map((one) => Object.assign(client.withToken(one.token), { user: one.user, token: one.token })),
  );
});
afterAll(async () => {
  await Promise.all(servers?.map((server) => server.close()) ?? []);
  await database?.drop();
});

const anyCommand = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('send' as const),
      by: fc.nat(PLAYERS - 1),
      to: fc.nat(PLAYERS - 1),
      amount: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
        { weight: 1, arbitrary: fc.integer({ min: 100, max: 400 }) },
      ),
      // Few keys, so that some are repeated, with the same and with another body.
      key: fc.option(fc.nat(3), { nil: undefined, freq: 3 }),
      server: fc.nat(1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('bid' as const), by: fc.nat(PLAYERS - 1), server: fc.nat(1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('join' as const), by: fc.nat(PLAYERS - 1), server: fc.nat(1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('ticket' as const), by: fc.nat(PLAYERS - 1), server: fc.nat(1) }),
  },
);
type Command = typeof anyCommand extends fc.Arbitrary<infer Value> ? Value : never;

/** Meets each refusal of a send, whatever the random commands are. */
const refusedSends: Command[] = [
  { is: 'send', by: 0, to: 1, amount: PLAYERS * COINS, key: undefined, server: 0 },
  { is: 'send', by: 1, to: 1, amount: 1, key: undefined, server: 1 },
  { is: 'send', by: 2, to: 3, amount: 1, key: 0, server: 0 },
  { is: 'send', by: 2, to: 3, amount: 2, key: 0, server: 1 },
];

async function coinsOf(): Promise<number[]> {
  const ids = players[0]?.map(({ user }) => user.id) ?? [];
  const { rows } = await (servers[0] as TestApp).deps.db.pool.query(
    'SELECT user_id AS id, available, held, bonus FROM wallets WHERE user_id = ANY($1)',
    [ids],
  );
  return ids.map((id) => {
    const { available, held, bonus } = rows.find((row) => row.id === id);
    expect(Math.min(available, held, bonus)).toBeGreaterThanOrEqual(0);
    return available + held + bonus;
  });
}

/** Creates a heist with tickets for fewer than all players. */
async function createHeist(starts_at: string): Promise<number> {
  const { status, text, body } = await operator.post('/admin/heists', {
    name: 'A race',
    prize: TICKET,
    prize_name: 'Coins',
    ticket_price: TICKET,
    category: 'cash',
    question: 'Who?',
    answers: ['You'],
    capacity: PLAYERS - 1,
    minimum_users: 1,
    starts_at,
    end_date: new Date(Date.parse(starts_at) + 1_000).toISOString(),
  });
  expect(status, text).toBe(201);
  return body.id;
}

let runs = 0;

it('P2 P6 H2 sends, bids, joins and tickets that race for the same balances on two servers leave every coin where the receipts say', {
  timeout: 120_000,
}, async () => {
  let accepted = 0;
  const refused = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 12, maxLength: 40 }), async (commands) => {
      runs += 1;
      const end_date = new Date(Date.now() + 3_600_000).toISOString();
      const facts = { name: 'A race', category: 'cash', price: 100, entry_bid_points: FEE, end_date };
      const auction = (await operator.post('/admin/auctions', facts)).body.id as number;
      const heist = await createHeist(end_date);
      const before = await coinsOf();
      const execute = ({ by, server, ...command }: Command): Promise<ApiReply> => {
        const player = players[server]?.[by] as SignedInClient;
        if (command.is === 'bid') return player.post(`/auction/bid/${auction}`);
        if (command.is === 'ticket') return player.post(`/hurt/heists/pay-entry/${heist}`);
        if (command.is === 'join') return player.post(`/auction/pay-entry/${auction}`);
        const key = command.key === undefined ? undefined : `${runs}-${command.key}`;
        return send(
          player,
          players[0]?.[command.to] as SignedInClient,
          command.amount,
          key === undefined ? {} : { key },
        );
      };
      const replies = await Promise.all(commands.map(execute));
      const failed = replies.filter(({ status, body }) => status >= 500 && !isTooSlow(body.code));
      expect(failed.map(({ body }) => body)).toEqual([]);

      const expected = [...before];
      const add = (player: number, coins: number) => {
        expected[player] = (expected[player] as number) + coins;
      };
      const receipts = new Map<string, { command: Command & { is: 'send' }; receipt: SendReceipt }>();
      commands.forEach((command, nth) => {
        const { status, body } = replies[nth] as ApiReply;
        if (status !== 200) refused.set(body.code, (refused.get(body.code) ?? 0) + 1);
        else if (command.is === 'join') add(command.by, -FEE);
        else if (command.is === 'ticket') add(command.by, -TICKET);
        else if (command.is === 'send') {
          // A repeated key has the first receipt, of the same request.
          const known = receipts.get(body.id);
          if (known) {
            expect([body, command.by, command.to, command.amount]).toEqual([
              known.receipt,
              known.command.by,
              known.command.to,
              known.command.amount,
            ]);
          }
          receipts.set(body.id, { command, receipt: body });
        }
      });
      for (const { command, receipt } of receipts.values()) {
        accepted += 1;
        add(command.by, -receipt.amount - receipt.charge);
        add(command.to, receipt.amount);
      }
      expect(await coinsOf()).toEqual(expected);
    }),
    // The balances change with each run, so a failing run cannot be shrunk.
    { numRuns: isFull ? 25 : 6, endOnFailure: true, examples: [[refusedSends]] },
  );
  expect(accepted).toBeGreaterThan(isFull ? 50 : 5);
  // Each way to be refused was taken.
  for (const code of ['NOT_ENOUGH_COINS', 'IDEMPOTENCY_KEY_REUSED', 'OWN_ADDRESS'])
    expect([...refused.keys()]).toContain(code);
  expect((await auditLedger((servers[0] as TestApp).deps.db)).errors).toEqual([]);
});
