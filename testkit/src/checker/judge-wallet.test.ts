import { describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../history.ts';
import { judgeReplies } from './judge-attempts.ts';
import { judgeAcknowledgedMoves } from './judge-wallet.ts';
import type { WalletFacts } from './wallet-facts.ts';

const send = (key: string, type: 'ok' | 'fail' | 'unknown', id = 's1'): HistoryEvent[] => {
  const args = { userId: 'ada', recipientId: 'bola', amount: 10 };
  const intent = { process: 'ada', command: 'send' as const, key, args };
  return [
    { ...intent, type: 'invoke', atMs: 0 },
    { ...intent, type, atMs: 1, reply: { id, amount: 10 } },
  ];
};
const payout = (key: string, id: number): HistoryEvent[] => {
  const intent = { process: 'ada', command: 'payout' as const, key, args: { userId: 'ada', amount: 20 } };
  return [
    { ...intent, type: 'invoke', atMs: 0 },
    { ...intent, type: 'ok', atMs: 1, reply: { payout: { id } } },
  ];
};
const fact = { id: 's1', senderId: 'ada', recipientId: 'bola', amount: 10, charge: 1, key: 'k1' };
const facts: WalletFacts = {
  sends: [fact],
  payouts: [{ id: 7, userId: 'ada', amount: 20, key: 'k2' }],
};
const history = [...send('k1', 'ok'), ...payout('k2', 7)];

describe('the checker of sends and payouts', () => {
  it('accepts what was acknowledged once, and what was never answered', () => {
    expect(judgeAcknowledgedMoves(facts, history)).toEqual([]);
    for (const sends of [[fact], []])
      expect(
        judgeAcknowledgedMoves({ ...facts, sends }, [...send('k1', 'unknown'), ...payout('k2', 7)]),
      ).toEqual([]);
  });

  it('I4 reports lost, doubled, changed, refused and foreign effects', () => {
    const judge = (sends: WalletFacts['sends'], events = history) =>
      judgeAcknowledgedMoves({ ...facts, sends }, events);
    expect(judge([])).toEqual(['send k1 of ada was acknowledged and exists 0 times']);
    expect(judge([fact, { ...fact, id: 's2' }])[0]).toContain('exists 2 times');
    expect(judge([{ ...fact, amount: 11 }])).toEqual(['send k1 of ada exists with 11 coins for bola']);
    expect(judge([{ ...fact, id: 's9' }])).toEqual(['send k1 of ada has the receipt s1 and is s9']);
    expect(judge([fact], [...send('k1', 'fail'), ...payout('k2', 7)])).toEqual([
      'send k1 of ada was refused and exists',
    ]);
    expect(judge([fact, { ...fact, id: 's3', key: null }])).toEqual(['send s3 belongs to no request']);
    expect(judgeAcknowledgedMoves({ ...facts, payouts: [] }, history)).toEqual([
      'payout k2 of ada was acknowledged and exists 0 times',
    ]);
  });

  it('I8 reports two receipts of one key', () => {
    expect(judgeReplies(history)).toEqual([]);
    expect(judgeReplies([...send('k1', 'ok'), ...send('k1', 'ok', 's2')])).toEqual([
      'send k1 had different replies',
    ]);
  });
});
