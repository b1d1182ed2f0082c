import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayoutWorld, type PayoutWorld, PIN } from '../../../test/payout-world.ts';
import { plainPasswords as passwords } from '../../../test/plain-passwords.ts';
import { untilDecided } from '../../../test/until-decided.ts';
import { auditLedger } from '../../audit.ts';

const overrides = { limitRules: noLimits, passwords };
const START = 200;
const ENTRY_FEE = 15;
const INCREMENT = 40;

let world: PayoutWorld;
/** Another server on the same database. */
let other: TestApp;
let operators: readonly [SignedInClient, SignedInClient];
let recipient: SignedInClient;
beforeAll(async () => {
  world = await openPayoutWorld({ overrides });
  other = await startApp({ database: world.app.database, overrides });
  operators = [await world.operator(), await world.operator()];
  recipient = await world.player(0);
});
afterAll(async () => {
  await other?.close();
  await world?.app.close();
});

async function auction(fee: number): Promise<number> {
  const { body } = await operators[0].post('/admin/auctions', {
    name: 'Generator',
    category: 'product',
    price: 1_000,
    entry_bid_points: fee,
    bid_increment: INCREMENT,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return body.id;
}

type Step = { kind: 'payout' | 'send'; coins: number } | { kind: 'join' } | { kind: 'bid' };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('payout' as const), coins: fc.integer({ min: 10, max: 220 }) }),
  fc.record({ kind: fc.constant('send' as const), coins: fc.integer({ min: 1, max: 150 }) }),
  fc.constant<Step>({ kind: 'join' }),
  fc.constant<Step>({ kind: 'bid' }),
);

describe('I1, I2 payouts, sends, bids and joins race for one balance', () => {
  it('the balance is what the replies say, and the ledger is correct', async () => {
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 3, maxLength: 7 }),
        fc.boolean(),
        async (steps, isApproved) => {
          const player = await world.player(START);
          const onOther = other.client.withToken(player.token);
          const bidOn = await auction(0);
          await untilDecided(() => player.post(`/auction/pay-entry/${bidOn}`));
          const joins = await Promise.all(
            steps.map((step) => (step.kind === 'join' ? auction(ENTRY_FEE) : undefined)),
          );
          const replies = await Promise.all(
            steps.map(async (step, nth) => {
              const by = nth % 2 === 0 ? player : onOther;
              const reply = await untilDecided(() => {
                if (step.kind === 'payout') return world.request(by, step.coins);
                if (step.kind === 'bid') return by.post(`/auction/bid/${bidOn}`);
                if (step.kind === 'join') return by.post(`/auction/pay-entry/${joins[nth]}`);
                const body = { recipientWallet: recipient.user.walletAddress, amount: step.coins, pin: PIN };
                return by.post('/user/send-bid-points', body);
              });
              return { step, ...reply };
            }),
          );
          const spent = replies
            .filter(({ status }) => status === 200)
            .map(({ step, body }) => {
              if (step.kind === 'payout') return { available: step.coins, held: step.coins };
              if (step.kind === 'bid') return { available: INCREMENT, held: INCREMENT };
              return { available: step.kind === 'join' ? ENTRY_FEE : body.amount + body.charge, held: 0 };
            });
          for (const { status, body } of replies) {
            if (status !== 200)
              expect(['NOT_ENOUGH_COINS', 'PAYOUT_OPEN', 'ALREADY_LEADING']).toContain(body.code);
          }
          const sum = (part: 'available' | 'held') => spent.reduce((total, each) => total + each[part], 0);
          const expected = { available: START - sum('available'), held: sum('held'), bonus: 0 };
          expect(await world.balances(player)).toEqual(expected);

          // At most one payout was accepted. Two operators decide it at once, on two servers.
          const payouts = replies.filter(({ step, status }) => step.kind === 'payout' && status === 200);
          expect(payouts.length).toBeLessThanOrEqual(1);
          const [payout] = payouts;
          if (!payout) return;
          paid += 1;
          const { id, bid_points: coins } = payout.body.payout;
          const decisions = await Promise.all([
            world.decide(operators[0], id, isApproved ? 'approve' : 'reject', { reason: 'A test' }),
            other.client
              .withToken(operators[1].token)
              .post(`/admin/payouts/${id}/${isApproved ? 'reject' : 'approve'}`, { reason: 'A test' }),
          ]);
          expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
          const status = await world.statusOf(id);
          const back = status === 'rejected' ? coins : 0;
          expect(await world.balances(player)).toEqual({
            available: expected.available + back,
            held: expected.held - coins,
            bonus: 0,
          });
        },
      ),
      // Each run has a player of its own, so a failing run can be shrunk.
      { numRuns: isFull ? 25 : 5, examples: [[[{ kind: 'payout', coins: 10 }], true]] },
    );
    expect(paid).toBeGreaterThan(isFull ? 5 : 0);
    expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  });
});
