import type { HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { Dues } from './dues.ts';
import { type JudgedBet, judgeBets } from './judge-bets.ts';

const bet = (facts: Partial<JudgedBet> = {}): JudgedBet => ({
  id: 1,
  status: 'settled',
  stake_points: 15,
  fee_percent: 5,
  fee_points: 1,
  escrow_points: 0,
  result: 'team_a',
  creator_id: 'ada',
  opponent_id: 'bola',
  ...facts,
});
let keys = 0;
function sent(command: 'create-bet' | 'join-bet', userId: string, betId = 1, type: 'ok' | 'unknown' = 'ok') {
  keys += 1;
  const args = command === 'create-bet' ? { userId, amount: 15 } : { userId, betId };
  const common = { process: userId, command, key: `k${keys}`, args, atMs: 0 };
  const reply = type === 'ok' ? { bet: { bet_id: betId } } : undefined;
  return [
    { ...common, type: 'invoke' },
    { ...common, type, reply },
  ] satisfies HistoryEvent[];
}
const both = () => [...sent('create-bet', 'ada'), ...sent('join-bet', 'bola')];

function judge(bets: JudgedBet[], history: HistoryEvent[], coins: Record<string, number> = {}) {
  const dues = new Dues(100);
  const verdict = judgeBets(dues, bets, history);
  const users = ['ada', 'bola'].map((id) => ({
    id,
    username: id,
    available: coins[id] ?? 100,
    held: 0,
    bonus: 0,
  }));
  return { ...verdict, unbalanced: dues.judge(users).unbalanced };
}
const right = { acknowledged: 2, lost: 0, doubled: 0, violations: [], unbalanced: 0 };

describe('the bets of a run', () => {
  it.each([
    ['the winner has both stakes less the fee', bet(), { ada: 114, bola: 85 }],
    ['the joiner may win', bet({ result: 'team_b' }), { ada: 85, bola: 114 }],
    ['a draw returns the stakes', bet({ result: 'draw', fee_points: 0 }), {}],
    ['so does a cancellation', bet({ status: 'cancelled', result: null, fee_points: 0 }), {}],
    [
      'open stakes are in the escrow',
      bet({ status: 'active', result: null, fee_points: 0, escrow_points: 30 }),
      { ada: 85, bola: 85 },
    ],
  ])('are right when %s', (_, judged, coins) => {
    expect(judge([judged], both(), coins)).toEqual(right);
  });

  it('may exist without a reply', () => {
    const history = [...sent('create-bet', 'ada', 1, 'unknown'), ...sent('join-bet', 'bola')];
    expect(judge([bet()], history, { ada: 114, bola: 85 })).toEqual({ ...right, acknowledged: 1 });
  });

  it('are wrong when an acknowledged one is missing, or one was never sent', () => {
    expect(judge([], both())).toMatchObject({ lost: 2, doubled: 0 });
    expect(judge([bet()], [], { ada: 114, bola: 85 })).toMatchObject({ lost: 0, doubled: 2 });
  });

  it('are wrong with another fee, coins left in the escrow, or another balance', () => {
    expect(judge([bet({ fee_points: 2 })], both(), { ada: 113, bola: 85 })).toMatchObject({
      violations: ['bet 1 has a fee of 2 instead of 1'],
      unbalanced: -1,
    });
    expect(judge([bet({ escrow_points: 30 })], both(), { ada: 114, bola: 85 }).violations).toEqual([
      'bet 1 is settled and has 30 coins in its escrow',
    ]);
  });
});
