import { expect, it } from 'vitest';
import { groupOf, stepsOf } from './order-state.ts';

const order = { created_at: 'created', shipped_at: null, delivered_at: null };

it('A10 an order has steps by its status and category, and goes well until it is delivered or refunded', () => {
  expect(stepsOf({ ...order, auction_category: 'product', status: 'processing' })).toEqual([
    { name: 'Ordered', at: 'created', state: 'now' },
    { name: 'On its way', at: null, state: 'next' },
    { name: 'Delivered', at: null, state: 'next' },
  ]);
  expect(stepsOf({ ...order, auction_category: 'cash', status: 'shipped', shipped_at: 'shipped' })).toEqual([
    { name: 'Ordered', at: 'created', state: 'done' },
    { name: 'Payment sent', at: 'shipped', state: 'now' },
    { name: 'Paid', at: null, state: 'next' },
  ]);
  const delivered = stepsOf({
    ...order,
    auction_category: 'coupon',
    status: 'delivered',
    delivered_at: 'delivered',
  });
  expect(delivered.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  expect(delivered[2]).toMatchObject({ name: 'Received', at: 'delivered' });
  expect(stepsOf({ ...order, auction_category: 'product', status: 'refunded' })).toEqual([]);
  expect(
    (['processing', 'shipped', 'delivered', 'refunded'] as const).map((status) => groupOf({ status })),
  ).toEqual(['well', 'well', 'over', 'over']);
});
