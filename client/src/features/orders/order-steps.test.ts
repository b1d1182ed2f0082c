import { expect, it } from 'vitest';
import { stepsOf } from './order-steps.ts';

const read = (...[kind, status, times]: Parameters<typeof stepsOf>) =>
  stepsOf(kind, status, times).map(({ name, at, state }) => [name, at, state]);

it('A10, H8 an order has steps by its kind and status, and none once it is refunded', () => {
  expect(read('product', 'processing', ['created', null, null])).toEqual([
    ['Ordered', 'created', 'now'],
    ['On its way', null, 'next'],
    ['Delivered', null, 'next'],
  ]);
  expect(read('cash', 'shipped', ['created', 'shipped', null])).toEqual([
    ['Ordered', 'created', 'done'],
    ['Payment sent', 'shipped', 'now'],
    ['Paid', null, 'next'],
  ]);
  expect(read('coupon', 'delivered', ['created', 'shipped', 'delivered'])).toEqual([
    ['Ordered', 'created', 'done'],
    ['Sent', 'shipped', 'done'],
    ['Received', 'delivered', 'done'],
  ]);
  expect(read('heist', 'approved', ['created'])).toEqual([
    ['Pending', 'created', 'done'],
    ['Approved', null, 'now'],
    ['Delivered', null, 'next'],
  ]);
  expect(read('product', 'refunded', [])).toEqual([]);
});
