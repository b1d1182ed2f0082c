import type { HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { Dues } from './dues.ts';
import { judgeWallet } from './judge-wallet.ts';

type End = 'ok' | 'unknown' | 'fail';
let nth = 0;

function command(
  name: 'send' | 'payout',
  userId: string,
  args: { amount: number; recipientId?: string },
  type: End,
  reply?: unknown,
): HistoryEvent[] {
  nth += 1;
  const intent = { process: userId, command: name, key: String(nth), args: { ...args, userId } };
  return [
    { ...intent, type: 'invoke', atMs: 0 },
    { ...intent, type, reply, atMs: 1 },
  ];
}
const send = (from: string, to: string, amount: number, type: End = 'ok', receipt: object = {}) =>
  command('send', from, { amount, recipientId: to }, type, {
    id: `${from} ${to} ${amount}`,
    amount,
    charge: Math.ceil(amount / 100),
    ...receipt,
  });
const payout = (userId: string, amount: number, id: number, type: End = 'ok') =>
  command('payout', userId, { amount }, type, { payout: { id } });
const user = (id: string, available: number, held = 0) => ({ id, username: id, available, held, bonus: 0 });
const row = (
  id: number,
  user_id: string,
  bid_points: number,
  status: 'pending' | 'approved' | 'rejected',
) => ({
  id,
  user_id,
  bid_points,
  status,
});

// Each was issued 100. Ada sent 50 to Bola for a charge of 1, and has a pending payout; Bola's was approved, Chi's rejected.
const history = [
  ...send('ada', 'bola', 50),
  ...payout('ada', 10, 1),
  ...payout('bola', 20, 2),
  ...payout('chi', 30, 3),
];
const users = [user('ada', 39, 10), user('bola', 130), user('chi', 100)];
const payouts = [row(1, 'ada', 10, 'pending'), row(2, 'bola', 20, 'approved'), row(3, 'chi', 30, 'rejected')];
const good = { acknowledged: 4, lost: 0, doubled: 0, unbalanced: 0, violations: [] };

function judge(balances: typeof users, decided: typeof payouts, events: readonly HistoryEvent[]) {
  const dues = new Dues(100);
  const verdict = judgeWallet(dues, decided, events);
  const coins = dues.judge(balances);
  return { ...verdict, ...coins, violations: [...verdict.violations, ...coins.violations] };
}

describe('coins of players who send and cash out', () => {
  it('are where the receipts say', () => {
    expect(judge(users, payouts, history)).toEqual(good);
  });

  it('may be with either of two players after a lost reply, and nowhere else', () => {
    const unsure = [...history, ...send('chi', 'ada', 10, 'unknown')];
    const moved = [user('ada', 49, 10), user('bola', 130), user('chi', 89)];
    for (const each of [users, moved]) expect(judge(each, payouts, unsure)).toEqual(good);
    const lost = judge([user('ada', 39, 10), user('bola', 130), user('chi', 88)], payouts, unsure);
    expect(lost).toMatchObject({ unbalanced: -12, violations: ['chi has 88 coins, the receipts give 100'] });
  });

  it('are wrong when a send counts twice, not at all, or without its charge', () => {
    for (const each of [
      [user('ada', 39, 10), user('bola', 180), user('chi', 100)],
      [user('ada', 90, 10), user('bola', 130), user('chi', 100)],
      [user('ada', 40, 10), user('bola', 130), user('chi', 100)],
    ])
      expect(judge(each, payouts, history).violations).toHaveLength(1);
  });

  it('report two receipts of one send, and a receipt of another amount', () => {
    const [invoke, end] = send('ada', 'bola', 50) as [HistoryEvent, HistoryEvent];
    const twice = [invoke, end, { ...end, reply: { id: 'other', amount: 50, charge: 1 } }];
    expect(judge(users, payouts, [...twice, ...history.slice(2)]).violations).toHaveLength(1);
    const other = send('ada', 'bola', 50, 'ok', { amount: 40 });
    expect(judge(users, payouts, [...other, ...history.slice(2)]).violations[0]).toContain('40 of 50');
  });

  it('report payouts that are lost, changed or were never requested, and holds without one', () => {
    expect(judge(users, payouts.slice(0, 2), history)).toMatchObject({ lost: 1 });
    const more = judge(users, [...payouts, row(4, 'chi', 5, 'rejected')], history);
    expect(more).toMatchObject({ doubled: 1, violations: ['payout 4 was never requested'] });
    const unsure = [...history, ...payout('chi', 5, 0, 'unknown')];
    expect(judge(users, [...payouts, row(4, 'chi', 5, 'rejected')], unsure)).toEqual(good);
    const held = [user('ada', 49), user('bola', 130), user('chi', 100)];
    expect(judge(held, payouts, history).violations).toEqual([
      'ada has 0 coins held, leading bids and pending payouts add up to 10',
    ]);
  });
});
