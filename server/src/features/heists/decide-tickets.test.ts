import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { decideTickets, type RequestedTicket, type TicketFacts } from './decide-tickets.ts';
import type { HeistRow } from './heists.queries.ts';

const now = new Date('2026-11-22T12:00:00Z');
const inAnHour = new Date(now.getTime() + 3_600_000);
const heistOf = (over: Partial<HeistRow> = {}) =>
  ({
    id: 3001,
    realm: 0,
    status: 'available',
    opensAt: now,
    startsAt: inAnHour,
    endDate: new Date(inAnHour.getTime() + 1),
    capacity: 3,
    participants: 0,
    leftTickets: 0,
    ticketPrice: 10,
    ...over,
  }) as HeistRow;
const inputHash = Buffer.from('none');
const request = (user: string, over: Partial<RequestedTicket['command']> = {}): RequestedTicket => ({
  command: {
    id: `transfer of ${user}`,
    viewer: { userId: user, username: user, realm: 0, sessionId: `session of ${user}` },
    key: undefined,
    inputHash,
    referral: undefined,
    ...over,
  },
  isTooLate: false,
  stored: undefined,
});
const factsOf = (heist: HeistRow, over: Partial<TicketFacts> = {}): TicketFacts => ({
  heist,
  now,
  wallets: new Map(['a', 'b', 'c', 'd'].map((user) => [user, { available: 10, bonus: 4 }])),
  tickets: new Map(),
  unlocked: new Set(),
  restrictions: new Map(),
  ...over,
});
const codesOf = (requested: RequestedTicket[], facts: TicketFacts) =>
  decideTickets(requested, facts).answers.map((answer) =>
    answer instanceof Refusal ? answer.code : answer.ticket_no,
  );

describe('H2 tickets of one batch', () => {
  it('are sold in the order of arrival until none is left', () => {
    const requested = ['b', 'a', 'b', 'c', 'd'].map((user) => request(user));
    expect(codesOf(requested, factsOf(heistOf()))).toEqual([1, 2, 'ALREADY_JOINED', 3, 'HEIST_FULL']);
  });

  it('P6 a repeated key gets the first reply, with another input it is refused', () => {
    const other = request('a', { key: 'k', inputHash: Buffer.from('another') });
    const requested = [
      request('a', { key: 'k' }),
      request('a', { key: 'k' }),
      other,
      request('a', { key: 'l' }),
    ];
    expect(codesOf(requested, factsOf(heistOf()))).toEqual([
      1,
      1,
      'IDEMPOTENCY_KEY_REUSED',
      'ALREADY_JOINED',
    ]);
  });

  it.each<[string, Partial<HeistRow>, string | number]>([
    ['has started', { status: 'started', startsAt: now }, 'HEIST_NOT_OPEN'],
    [
      'starts now, with a status that is yet to change',
      { status: 'on_hold', startsAt: now },
      'HEIST_NOT_OPEN',
    ],
    ['is cancelled', { status: 'cancelling' }, 'HEIST_NOT_OPEN'],
    ['waits', { status: 'waiting', opensAt: inAnHour }, 'HEIST_LOCKED'],
    ['opens now, with a status that is yet to change', { status: 'waiting' }, 1],
    ['is on hold', { status: 'on_hold' }, 1],
    ['is of another realm', { realm: 4 }, 'HEIST_NOT_FOUND'],
    ['costs too much', { ticketPrice: 15 }, 'NOT_ENOUGH_COINS'],
  ])('H1 of a heist that %s', (_, over, answer) => {
    expect(codesOf([request('a')], factsOf(heistOf(over)))).toEqual([answer]);
  });

  it('H7 of a waiting heist need an unlock of the same session', () => {
    const waiting = heistOf({ status: 'waiting', opensAt: inAnHour });
    const facts = factsOf(waiting, { unlocked: new Set(['session of b']) });
    expect(codesOf([request('a'), request('b')], facts)).toEqual(['HEIST_LOCKED', 1]);
  });

  it('never exceed the capacity or a balance, have one owner each and numbers without a gap', () => {
    const users = ['a', 'b', 'c', 'd', 'e', 'f'];
    fc.assert(
      fc.property(
        fc.record({
          capacity: fc.integer({ min: 1, max: 8 }),
          participants: fc.nat(8),
          ticketPrice: fc.nat(12),
          balances: fc.array(fc.record({ available: fc.nat(10), bonus: fc.nat(5) }), {
            minLength: 6,
            maxLength: 6,
          }),
          buyers: fc.array(fc.constantFrom(...users), { maxLength: 20 }),
        }),
        ({ balances, buyers, ...terms }) => {
          const heist = heistOf({ ...terms, participants: Math.min(terms.participants, terms.capacity) });
          const wallets = new Map(
            users.map((user, nth) => [user, balances[nth] as { available: number; bonus: number }]),
          );
          const { sold } = decideTickets(
            buyers.map((user) => request(user)),
            factsOf(heist, { wallets }),
          );
          expect(heist.participants + sold.length).toBeLessThanOrEqual(heist.capacity);
          expect(sold.map(({ row }) => row.no)).toEqual(sold.map((_, nth) => heist.participants + nth + 1));
          expect(new Set(sold.map(({ row }) => row.userId)).size).toBe(sold.length);
          for (const { row } of sold) {
            const wallet = wallets.get(row.userId) as { available: number; bonus: number };
            expect(row.paidAvailable + row.paidBonus).toBe(heist.ticketPrice);
            expect(row.paidBonus).toBe(Math.min(wallet.bonus, heist.ticketPrice));
            expect(row.paidAvailable).toBeLessThanOrEqual(wallet.available);
          }
        },
      ),
    );
  });
});
