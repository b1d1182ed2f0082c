import type { SignedInClient } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { auditLedger } from '../../audit.ts';

let world: PayoutWorld;
let operator: SignedInClient;
beforeAll(async () => {
  world = await openPayoutWorld();
  operator = await world.operator();
});
afterAll(async () => {
  expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  await world.app.close();
});

const adjust = (by: SignedInClient, { user }: SignedInClient, coins: number) =>
  by.post(`/admin/users/${user.id}/adjust`, { bid_points: coins, reason: 'a test' });

let references = 0;
/** Requests a bank transfer for a package, and has it approved. */
async function payment(by: SignedInClient, buyer: SignedInClient, coins: number, price: number) {
  const asked = { price, bid_points: coins, sender_account_name: 'Adaeze Okonkwo' };
  const { body } = await buyer.post('/manualPayment/manual-payment', asked);
  references += 1;
  return by.post(`/admin/payments/${body.id}/approve`, { bank_reference: `REF-${references}` });
}

async function payout(by: SignedInClient, player: SignedInClient, coins: number) {
  return world.decide(by, await world.requested(player, coins), 'approve');
}

/** Creates an order of the winner with this price, and refunds it. */
async function refund(by: SignedInClient, { user }: SignedInClient, price: number) {
  const publisher = await world.operator();
  const auction = await publisher.post('/admin/auctions', {
    name: 'Generator',
    category: 'product',
    price: 1_000,
    entry_bid_points: 0,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await world.query(
    "UPDATE auctions SET status = 'completed', current_bid_amount = $2, settled_at = clock_timestamp() WHERE id = $1",
    [auction.body.id, price],
  );
  const [order] = await world.query<{ id: number }>(
    'INSERT INTO orders (user_id, auction_id) VALUES ($1, $2) RETURNING id',
    [user.id, auction.body.id],
  );
  return by.post(`/admin/orders/${order?.id}/refund`, { reason: 'broken' });
}

async function stock(by: SignedInClient, coins: number) {
  const trader = await by.post('/admin/traders', {
    ...{ name: `Trader ${coins}`, price: 100, min: 10, max: 1_000, payment_method: 'Bank transfer' },
    ...{ account_name: 'Adaeze Okonkwo', account_number: '0123456789' },
  });
  return by.post(`/admin/traders/${trader.body.id}/stock`, { bid_points: coins, reason: 'a test' });
}

const outcomeOf = async ({ status, body }: ApiReply) => {
  if (status !== 202) return [status, body.code ?? null];
  return [status, (await operator.get(`/admin/approvals/${body.approval_id}`)).body.why];
};

describe('O3a the threshold', () => {
  it('applies to the sum of all that one operator moved: adjustments, payments, payouts, refunds and stock', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, () => world.player(5_000)));
    const [a, b, c, d, e, f, g, h] = players as [
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
    ];
    // 10,000 in total, each to another wallet.
    const first = [
      await adjust(operator, a, 3_000),
      await payment(operator, b, 1_000, 96_000),
      await payout(operator, c, 4_000),
      await refund(operator, d, 500),
      await stock(operator, 1_500),
    ];
    for (const reply of first) expect(await outcomeOf(reply)).toEqual([200, null]);
    const second = [
      await adjust(operator, e, 1),
      await payment(operator, f, 20, 2_000),
      await payout(operator, g, 10),
      await refund(operator, h, 1),
      await stock(operator, 1),
    ];
    for (const reply of second) expect(await outcomeOf(reply)).toEqual([202, 'operator_sum']);
  });

  it('applies to 30 days with a threshold of its own, so 9,999 coins a day are asked about on the fourth', async () => {
    const by = await world.operator();
    const [ada, bola] = [await world.player(0), await world.player(0)];
    const aged = (days: number) =>
      world.app.asOwner(
        `SET session_replication_role = 'replica';
         UPDATE operator_moves SET at = at - ${days} * interval '1 day' WHERE operator_id = '${by.user.id}'`,
      );
    for (let day = 0; day < 3; day += 1) {
      expect(await outcomeOf(await adjust(by, ada, 9_999))).toEqual([200, null]);
      await aged(1);
    }
    expect(await outcomeOf(await adjust(by, bola, 4))).toEqual([202, 'operator_month']);
    expect(await outcomeOf(await adjust(await world.operator(), ada, 4))).toEqual([202, 'wallet_month']);
    await aged(29);
    expect(await outcomeOf(await adjust(by, ada, 9_999))).toEqual([200, null]);
  });

  it('applies to the sum that one wallet received from several operators', async () => {
    const player = await world.player(20_000);
    const by = async () => world.operator();
    expect(await outcomeOf(await adjust(await by(), player, 4_000))).toEqual([200, null]);
    expect(await outcomeOf(await payout(await by(), player, 5_000))).toEqual([200, null]);
    expect(await outcomeOf(await payment(await by(), player, 1_000, 96_000))).toEqual([200, null]);
    expect(await outcomeOf(await adjust(await by(), player, 1))).toEqual([202, 'wallet_sum']);
    expect(await outcomeOf(await payment(await by(), player, 20, 2_000))).toEqual([202, 'wallet_sum']);
    expect(await outcomeOf(await refund(await by(), player, 1))).toEqual([202, 'wallet_sum']);
  });
});
