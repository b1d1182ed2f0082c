import { describe, expect, it } from 'vitest';
import { checkCheckout, fieldsFor } from './checkout-fields.ts';

describe('A10 the fields of the checkout', () => {
  it.each([
    [['product'], ['address']],
    [['cash'], ['accountName', 'accountNumber']],
    [['coupon', 'coupon'], ['contactInfo']],
    [
      ['coupon', 'cash', 'product'],
      ['address', 'accountName', 'accountNumber', 'contactInfo'],
    ],
    [[], []],
  ] as const)('%j → %j', (categories, fields) => {
    expect(fieldsFor(categories.map((category) => ({ category })))).toEqual(fields);
  });

  it('reports each empty field of those shown', () => {
    expect(checkCheckout(['address'], { address: '  ' })).toHaveProperty('address');
    expect(checkCheckout(['address'], { address: '1 Marina' })).toEqual({});
    expect(
      checkCheckout(['accountName', 'accountNumber'], { accountName: 'A', accountNumber: '123' }),
    ).toEqual({
      accountNumber: 'Enter the 10 digits of the account number',
    });
  });
});
