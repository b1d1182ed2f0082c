import type { SignedInClient } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { closeOverdue, closeSubjects } from '../../subjects/due-subjects.ts';
import { refundAll } from '../../subjects/refund-entries.ts';
import { heistKind } from './heists.subject.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const RIGHT = 'the golden key';

const transfersOf = (id: number) =>
  world.query<{ kind: string; amount: number; source: string; destination: string }>(
    `SELECT t.kind, p.amount, p.source, p.destination FROM transfers t JOIN postings p ON p.transfer_id = t.id
      WHERE t.subject_kind = 'heist' AND t.subject_id = $1 AND NOT (t.kind = 'ticket' AND p.destination = 'pot')
      ORDER BY t.kind, p.no`,
    [String(id)],
  );
const cartOf = (id: number) =>
  world.query<{ userId: string }>('SELECT user_id AS "userId" FROM heist_cart_items WHERE heist_id = $1', [
    id,
  ]);
const winnerOf = (client: SignedInClient, id: number) => client.get(`/hurt/heist/winner/${id}`);

describe('a heist that is won', () => {
  it('H4 X6 X7 L7 pays the earliest correct answer from the pot, a part as bonus, and empties the pot', async () => {
    const before = await world.rewards();
    const { id, players } = await world.answered([null, 'Silver', 'The GOLDEN  key!', RIGHT], {
      prize: 50,
      ticket_price: 10,
      minimum_users: 2,
    });
    const [idle, wrong, first, second] = players as SignedInClient[];
    expect(await world.rewards()).toBe(before - 30);
    expect((await winnerOf(first as SignedInClient, id)).body.code).toBe('HEIST_NOT_COMPLETED');
    await world.passAndSweep(id, 'end_date');
    expect(await world.wallet(first as SignedInClient)).toEqual({ available: 90 + 40, bonus: 10 });
    expect(await world.wallet(second as SignedInClient)).toEqual({ available: 90, bonus: 0 });
    expect([await world.pot(id), await world.rewards()]).toEqual([0, before - 10]);
    expect(await transfersOf(id)).toEqual([
      { kind: 'prize', amount: 40, source: 'pot', destination: 'available' },
      { kind: 'prize', amount: 10, source: 'pot', destination: 'bonus' },
      { kind: 'subsidy', amount: 30, source: 'rewards', destination: 'pot' },
      { kind: 'subsidy_return', amount: 20, source: 'pot', destination: 'rewards' },
    ]);
    expect((await winnerOf(first as SignedInClient, id)).body).toEqual({
      winner: first?.user.username,
      winner_profile: '',
      heist: {
        id,
        name: 'The Lagos vault',
        prize: 50,
        prize_name: '50 coins',
        prize_image: '',
        category: 'cash',
        end_date: expect.any(String),
        question: 'What opens it?',
        answer: 'The golden key',
      },
      own_answer: 'The GOLDEN  key!',
      won: true,
      won_available: 40,
      won_bonus: 10,
    });
    expect((await winnerOf(wrong as SignedInClient, id)).body).toMatchObject({
      own_answer: 'Silver',
      won: false,
      won_available: null,
      won_bonus: null,
    });
    await world.notify();
    expect(await world.notices(first as SignedInClient)).toMatchObject([
      { kind: 'won', details: { category: 'cash', prize: 50, bonus: 10, prize_name: '50 coins' } },
    ]);
    for (const loser of [idle, wrong, second])
      expect((await world.notices(loser as SignedInClient)).map(({ kind }) => kind)).toEqual(['lost']);
  });

  it.each(['product', 'coupon'] as const)(
    'H4 H9 puts a %s into the heist cart of the winner, and the pot becomes revenue',
    async (category) => {
      const { id, players } = await world.answered([RIGHT, RIGHT], {
        category,
        prize: 500,
        ticket_price: 40,
      });
      const [winner] = players as [SignedInClient];
      await world.passAndSweep(id, 'end_date');
      expect(await cartOf(id)).toEqual([{ userId: winner.user.id }]);
      expect(await world.wallet(winner)).toEqual({ available: 60, bonus: 0 });
      expect(await transfersOf(id)).toEqual([
        { kind: 'ticket', amount: 80, source: 'pot', destination: 'revenue' },
      ]);
      expect((await winnerOf(winner, id)).body).toMatchObject({
        won: true,
        won_available: null,
        won_bonus: null,
      });
      const [notice] = await world.notices(winner);
      expect(notice).toMatchObject({ kind: 'won', details: { category, prize_name: '50 coins' } });
      expect(notice?.details).not.toHaveProperty('prize');
    },
  );

  it('P3 is settled once by two servers, their sweeps and an answer after the end', async () => {
    const second = await world.start();
    try {
      const { id, players } = await world.answered([RIGHT, 'Silver', null], { prize: 20 });
      const { id: other } = await world.answered([RIGHT], { category: 'product' });
      await world.pass(id, 'end_date');
      await world.pass(other, 'end_date');
      const late = players[2] as SignedInClient;
      const [reply] = await Promise.all([
        late.post(`/hurt/submitAnswer/${id}`, { answer: RIGHT }),
        ...[world.server, second].flatMap(({ deps }) => [
          closeOverdue(deps, heistKind),
          closeSubjects(deps, heistKind, [id]),
          closeSubjects(deps, heistKind, [id, other]),
        ]),
      ]);
      expect(reply.body.code).toBe('HEIST_ENDED');
      expect((await transfersOf(id)).filter(({ kind }) => kind === 'prize')).toHaveLength(1);
      expect(await cartOf(other)).toHaveLength(1);
      expect([await world.pot(id), await world.pot(other)]).toEqual([0, 0]);
    } finally {
      await second.close();
    }
  });
});

it('H4 waits for a winner whose wallet is locked, without delaying the others', async () => {
  const slow = await world.answered([RIGHT], { category: 'product' });
  const fast = await world.answered([RIGHT], { category: 'product' });
  await world.pass(slow.id, 'end_date');
  await world.pass(fast.id, 'end_date');
  const statuses = async () => [(await world.read(slow.id)).status, (await world.read(fast.id)).status];
  await inTransaction(world.server.deps.db, async (tx) => {
    await lockWallets(tx, [(slow.players[0] as SignedInClient).user.id]);
    await world.sweep();
    expect(await statuses()).toEqual(['started', 'completed']);
  });
  await world.sweep();
  expect(await statuses()).toEqual(['completed', 'completed']);
});

describe('a heist without a winner', () => {
  it('H4 without a correct answer refunds the tickets, returns the subsidy and is completed', async () => {
    const before = await world.rewards();
    const { id, players } = await world.answered(['Silver', null], { prize: 50, minimum_users: 2 });
    await world.passAndSweep(id, 'end_date');
    expect(await world.read(id)).toMatchObject({ status: 'completed', winnerId: null, winnerUsername: null });
    for (const player of players) expect(await world.wallet(player)).toEqual({ available: 100, bonus: 0 });
    expect([await world.pot(id), await world.rewards()]).toEqual([0, before]);
    expect((await winnerOf(players[0] as SignedInClient, id)).body).toMatchObject({
      winner: null,
      heist: { answer: 'The golden key' },
      own_answer: 'Silver',
      won: false,
    });
    await world.notify();
    for (const player of players)
      expect(await world.notices(player)).toMatchObject([
        { kind: 'refunded', details: { bid_points: 10, reason: 'No answer was correct.' } },
      ]);
  });

  it('A8 is refunded by other servers when the one that settled it stopped before', async () => {
    const { id, players } = await world.answered(['Silver', 'Gold'], { prize: 50 });
    const { deps } = world.server;
    await world.pass(id, 'end_date');
    expect(await closeSubjects(deps, heistKind, [id])).toEqual([id]);
    expect(await world.read(id)).toMatchObject({ status: 'cancelling', finalStatus: 'completed' });
    expect((await winnerOf(players[0] as SignedInClient, id)).body).toMatchObject({ winner: null });
    const second = await world.start();
    try {
      await Promise.all([refundAll(second.deps, heistKind), refundAll(deps, heistKind)]);
    } finally {
      await second.close();
    }
    expect(await world.read(id)).toMatchObject({ status: 'completed', finalStatus: 'completed' });
    expect(await world.pot(id)).toBe(0);
    for (const player of players) expect(await world.wallet(player)).toEqual({ available: 100, bonus: 0 });
  });

  it('H1 with too few tickets that no sweep cancelled at its start is cancelled at its end', async () => {
    const heist = await world.create({ minimum_users: 2 });
    const ada = await world.player(heist);
    await world.pass(heist.id, 'end_date');
    await closeOverdue(world.server.deps, heistKind);
    await refundAll(world.server.deps, heistKind);
    expect(await world.read(heist.id)).toMatchObject({ status: 'cancelled', winnerId: null });
    expect(await world.wallet(ada)).toEqual({ available: 100, bonus: 0 });
    expect((await winnerOf(ada, heist.id)).body.code).toBe('HEIST_NOT_COMPLETED');
  });

  it('S7 keeps the account of a ticket holder until it is settled', async () => {
    const { id, players } = await world.answered([RIGHT]);
    const [ada] = players as [SignedInClient];
    const blocks = await ada.get('/user/deletion-preview');
    expect(JSON.stringify(blocks.body)).toContain('The Lagos vault');
    await world.passAndSweep(id, 'end_date');
    expect(JSON.stringify((await ada.get('/user/deletion-preview')).body)).not.toContain('The Lagos vault');
  });
});

describe('H4 F1 a drawn winner', () => {
  it('is one of the correct answers, not always the earliest', async () => {
    const winners = new Set<number>();
    for (let round = 0; round < 12 && winners.size < 2; round += 1) {
      const { id, players } = await world.answered(['Silver', RIGHT, RIGHT, RIGHT], { winner_rule: 'draw' });
      await world.passAndSweep(id, 'end_date');
      const { winnerId } = await world.read(id);
      const at = players.findIndex(({ user }) => user.id === winnerId);
      expect(at).toBeGreaterThan(0);
      winners.add(at);
    }
    expect(winners.size).toBeGreaterThan(1);
  });
});

describe('P2 every coin of a heist', () => {
  it('is accounted for, whatever its price, prize, players and answers', async () => {
    const heist = fc.record({
      prize: fc.integer({ min: 1, max: 400 }),
      ticket_price: fc.constantFrom(0, 1, 7, 50, 100),
      minimum_users: fc.integer({ min: 1, max: 3 }),
      category: fc.constantFrom('cash' as const, 'product' as const, 'coupon' as const),
      winner_rule: fc.constantFrom('earliest' as const, 'draw' as const),
    });
    const typed = fc.array(fc.constantFrom(RIGHT, 'Golden key', 'Silver', null), {
      minLength: 3,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(heist, typed, async (terms, answers) => {
        const rewards = await world.rewards();
        const { id, players } = await world.answered(answers, terms);
        await world.passAndSweep(id, 'end_date');
        const hasWinner = answers.some((one) => one !== null && one !== 'Silver');
        const isCash = terms.category === 'cash';
        const wallets = await Promise.all(players.map((player) => world.wallet(player)));
        const held = wallets.reduce(
          (sum, wallet) => sum + (wallet?.available ?? 0) + (wallet?.bonus ?? 0),
          0,
        );
        const transfers = await transfersOf(id);
        const revenue = transfers
          .filter(({ destination }) => destination === 'revenue')
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(await world.pot(id)).toBe(0);
        expect(held + revenue + (await world.rewards())).toBe(100 * players.length + rewards);
        const paid = transfers.filter(({ kind }) => kind === 'prize');
        expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(hasWinner && isCash ? terms.prize : 0);
        expect(await cartOf(id)).toHaveLength(hasWinner && !isCash ? 1 : 0);
        const tickets = terms.ticket_price * players.length;
        const available = wallets.reduce((sum, wallet) => sum + (wallet?.available ?? 0), 0);
        expect(available).toBeLessThanOrEqual(100 * players.length);
        if (hasWinner && isCash)
          expect(available).toBe(100 * players.length - tickets + Math.min(tickets, terms.prize));
        expect((await world.read(id)).winnerId === null).toBe(!hasWinner);
      }),
      { numRuns: isFull ? 25 : 5 },
    );
  });
});
