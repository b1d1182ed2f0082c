import type { BankRecord } from '@copup/shared/reconciliation.ts';
import { describe, expect, it } from 'vitest';
import { confirmName, daysPast, recordTitle, showMoney } from './bank-words.ts';

const record: BankRecord = {
  ...{ kind: 'payment', id: 12, item: { kind: 'payment', id: '12' }, state: 'open', status: 'pending' },
  ...{ amount: 9_900, day: '2026-11-21', name: 'Ada Obi', username: 'ada', reference: 'K7Q4M2' },
  ...{ bank_reference: null, approval_id: null },
};

describe('W20 words of the reconciliation', () => {
  it('are money with its direction and currency', () => {
    expect([9_900, -4, 26.88, -1_250.5].map((amount) => showMoney(amount))).toEqual([
      '₦9,900',
      '−₦4',
      '₦26.88',
      '−₦1,250.50',
    ]);
    expect(showMoney(-20, 'USD')).toBe('−20 USD');
  });

  it('name a record by its kind, and a transfer by its payment', () => {
    expect(recordTitle(record)).toContain('Payment 12, ');
    expect(recordTitle({ ...record, kind: 'transfer', id: 3 })).toContain('Transfer of payment 12, ');
    expect(recordTitle({ ...record, kind: 'settlement', id: 3, item: null })).toContain('Settlement 3, ');
  });

  it('say what confirming decides', () => {
    expect(confirmName(record)).toBe('Approve ₦9,900');
    expect(confirmName({ ...record, kind: 'payout', amount: -90_000 })).toBe('Mark ₦90,000 as paid');
    expect(confirmName({ ...record, state: 'done' })).toBe('Confirm');
  });

  it('count days in Lagos', () => {
    const lateInLagos = Date.parse('2026-11-21T23:30:00Z');
    expect(daysPast('2026-11-22', lateInLagos)).toBe('today');
    expect(daysPast('2026-11-21', lateInLagos)).toBe('1 day');
    expect(daysPast('2026-11-15', lateInLagos)).toBe('7 days');
  });
});
