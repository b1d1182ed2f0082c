import type { StatementLayout } from '@copup/shared/reconciliation.ts';
import { describe, expect, it } from 'vitest';
import { columnOf, isWhole, withColumn } from './layout.ts';

const layout: StatementLayout = {
  ...{ delimiter: ',', skip: 6, day: 0, day_order: 'dmy', amount: null, credit: 4, debit: 3 },
  ...{ narration: [1, 5], sender: null, reference: 2, currency: null },
};

describe('W20 the columns of a statement', () => {
  it('have a narration in one column or two', () => {
    expect([columnOf(layout, 'narration'), columnOf(layout, 'more')]).toEqual([1, 5]);
    expect(withColumn(layout, 'more', null).narration).toEqual([1]);
    expect(withColumn(layout, 'narration', 6).narration).toEqual([6, 5]);
  });

  it('have one amount with a sign, or money in and money out', () => {
    const signed = withColumn(layout, 'amount', 6);
    expect(signed).toMatchObject({ amount: 6, credit: null, debit: null });
    expect(isWhole(signed)).toBe(true);
    const half = withColumn(signed, 'debit', 3);
    expect(half).toMatchObject({ amount: null, credit: null, debit: 3 });
    expect(isWhole(half)).toBe(false);
    expect(isWhole(withColumn(half, 'credit', 4))).toBe(true);
  });

  it('leave the others as they are', () => {
    expect(withColumn(layout, 'sender', 6)).toEqual({ ...layout, sender: 6 });
    expect(withColumn(layout, 'amount', null)).toEqual(layout);
  });
});
