import type { Approval } from '@copup/shared/admin.ts';
import { describe, expect, it } from 'vitest';
import { decidedText, fundingText, waitsForOf, whatOf, whyOf } from './approval-words.ts';

const approval: Approval = {
  id: 1,
  action: 'user.adjust',
  subject_kind: 'user',
  subject_id: 'x',
  subject_name: 'Ngozi Eze',
  subject_username: 'ngozi',
  details: { bid_points: 20_000, reason: 'a prize' },
  why: 'wallet_sum',
  right: 'coins',
  status: 'pending',
  requested_by: 'ada',
  requested_at: '2026-03-01T12:00:00.000Z',
  decided_by: null,
  decided_at: null,
  waits_for: { approvers: [], approver_from: null, block: 'OWN_REQUEST', may_reject: false },
};

describe('O3a a request in words', () => {
  it.each([
    [{}, 'Give 20,000 coins to Ngozi Eze (ngozi)'],
    [{ subject_name: '900 יש' }, 'Give 20,000 coins to \u2068900 יש\u2069 (ngozi)'],
    [{ details: { bid_points: -1 } }, 'Take 1 coin from Ngozi Eze (ngozi)'],
    [{ action: 'user.promote', details: {} }, 'Make Ngozi Eze (ngozi) an operator: owner'],
    [{ action: 'second-factor.reset' }, 'Reset the second factor of Ngozi Eze (ngozi)'],
    [
      { action: 'order.refund', subject_id: '7', details: { bid_points: 5 } },
      'Refund order 7: 5 coins to Ngozi Eze (ngozi)',
    ],
    [
      { action: 'payout.approve', subject_id: '9', details: { bid_points: 5 } },
      'Approve payout 9: 5 coins of Ngozi Eze (ngozi)',
    ],
    [
      { action: 'payout.return', subject_id: '9', details: { bid_points: 5 } },
      'Return payout 9: 5 coins to Ngozi Eze (ngozi)',
    ],
    [{ action: 'payment.approve', subject_id: '8' }, 'Approve payment 8: 20,000 coins to Ngozi Eze (ngozi)'],
    [{ action: 'trade.approve', subject_id: '9' }, 'Approve trade 9: 20,000 coins to Ngozi Eze (ngozi)'],
    [
      { action: 'trader.stock', subject_id: '4', details: { bid_points: -20_000 } },
      'Withdraw 20,000 coins from the stock of trader 4',
    ],
    [
      { action: 'auction.reopen', subject_id: '7', details: { title: 'A TV', bid_points: 5 } },
      'Cancel auction 7 and reopen it as A TV: gives 5 coins',
    ],
    [{ action: 'rewards.fund' }, 'Fund rewards with 20,000 coins'],
    [
      { action: 'setting.change', subject_id: 'limit', details: { from: 1, to: 2 } },
      'Change limit from 1 to 2',
    ],
  ] satisfies [Partial<Approval>, string][])('describes %j', (change, text) => {
    expect(whatOf({ ...approval, ...change })).toBe(text);
  });

  it('names what was requested and decided in the notices', () => {
    expect(fundingText(2_500)).toBe(
      'Funding rewards with 2,500 coins waits for approval by a second operator',
    );
    const funding: Approval = { ...approval, action: 'rewards.fund', details: { bid_points: 2_500 } };
    expect(decidedText({ ...funding, status: 'approved' })).toBe('Approved: Fund rewards with 2,500 coins');
    expect(decidedText({ ...funding, status: 'rejected' })).toBe('Rejected: Fund rewards with 2,500 coins');
  });

  it('describes why it waits and for which operators', () => {
    expect(whyOf(approval)).toContain('24 hours');
    expect(waitsForOf(approval)).toBe('Waits: there is no other operator who may approve it');
    const waits = { approvers: ['bola', 'chi'], approver_from: null, block: null, may_reject: true };
    expect(waitsForOf({ ...approval, waits_for: waits })).toBe('Waits for bola, chi');
    expect(waitsForOf({ ...approval, waits_for: null })).toBe('');
  });
});
