import { describe, expect, it } from 'vitest';
import { detailsFor, findIssues } from './checkout-rules.ts';

const whole = { address: 'Ikeja', accountName: 'Ada', accountNumber: '0123456789', contactInfo: '0803' };

describe('A10 the details of a checkout', () => {
  it.each([
    ['product', ['address']],
    ['cash', ['accountName', 'accountNumber']],
    ['coupon', ['contactInfo']],
  ] as const)('%s', (category, fields) => {
    expect(findIssues([category], whole)).toEqual([]);
    expect(findIssues([category], {}).map(({ path }) => path)).toEqual(fields);
    const kept = Object.entries(detailsFor(category, whole)).filter(([, value]) => value !== null);
    expect(kept.map(([field]) => field)).toEqual(fields);
  });

  it.each(['012345678', '01234567890', '012345678x', '０１２３４５６７８９'])(
    '%s is not an account number',
    (accountNumber) => {
      expect(findIssues(['cash'], { ...whole, accountNumber })).toEqual([
        { path: 'accountNumber', message: 'must have 10 digits' },
      ]);
    },
  );

  it('requires a detail once for two items', () => {
    expect(findIssues(['product', 'product'], {})).toHaveLength(1);
  });
});
