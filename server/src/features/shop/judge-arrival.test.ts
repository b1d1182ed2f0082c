import { expect, it } from 'vitest';
import { judgeArrival } from './judge-arrival.ts';
import type { TransferRow } from './shop.tables.ts';

const expiresAt = new Date('2026-11-02T10:30:00Z');
const open = {
  status: 'reserved',
  priceKobo: 990_000,
  senderAccountName: 'Adaeze Okonkwo',
  transfers: [],
} as const;
const exact = { amountKobo: 990_000, currency: 'NGN', sender: 'OKONKWO ADAEZE', paidAt: expiresAt };
const calm = { expiresAt, isBuyerGone: false };
const row = { amountKobo: 100_000 } as TransferRow;
const judge = (payment: object = {}, arrival: object = {}, more: object = {}) =>
  judgeArrival({ ...open, transfers: [], ...payment }, { ...exact, ...arrival }, { ...calm, ...more });

it('W18 credits only the first exact transfer in time from the buyer', () => {
  const credited = { status: 'approved', isCounted: true, finding: null, proposed: null };
  expect(judge()).toEqual(credited);
  expect(judge({ status: 'expired' })).toEqual(credited);
});

it.each([
  ['late', {}, { paidAt: new Date(expiresAt.getTime() + 1) }, {}, 'pending', 'approve'],
  ['another name', {}, { sender: 'Adaeze C Okonkwo' }, {}, 'pending', 'reject'],
  ['no name', {}, { sender: undefined }, {}, 'pending', 'reject'],
  ['a kobo more', {}, { amountKobo: 990_001 }, {}, 'pending', 'approve'],
  ['a kobo less', {}, { amountKobo: 989_999 }, {}, 'underpaid', null],
  ['the rest', { transfers: [row] }, { amountKobo: 890_000 }, {}, 'pending', 'approve'],
  ['a second one', { transfers: [row] }, {}, {}, 'pending', 'approve'],
  ['while it is checked', { status: 'pending' }, {}, {}, 'pending', 'approve'],
  ['after it was decided', { status: 'pending' }, {}, { after: 1001 }, 'pending', 'reject'],
  ['after the choice', { status: 'returning', transfers: [row] }, {}, {}, 'returning', 'return'],
  ['a deleted buyer', {}, {}, { isBuyerGone: true }, 'pending', 'reject'],
])('W2a never credits by itself: %s', (_name, payment, arrival, more, status, proposed) => {
  const judged = judge(payment, arrival, more);
  expect(judged).toMatchObject({ status, proposed, isCounted: true });
  expect(judged.finding).toMatch(/\.$/);
});

it.each([
  ['another currency', { currency: 'USD' }, {}],
  ['a reference that proves another payment', {}, { provedBy: 'trade 12' }],
])('W2a counts no money of %s', (_name, arrival, more) => {
  expect(judge({}, arrival, more)).toMatchObject({ status: 'pending', isCounted: false, proposed: 'reject' });
  expect(judge({ status: 'underpaid' }, arrival, more)).toMatchObject({ status: 'underpaid' });
});
