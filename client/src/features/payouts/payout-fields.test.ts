import { expect, it } from 'vitest';
import { checkPayout, type PayoutFields, toBody } from './payout-fields.ts';

const terms = { cashable: 6_470, minimum: 10, maximum: 5_000 };
const right: PayoutFields = { amount: '2,500', bank: 'gtb', number: '0123456789', name: ' Adaeze Okonkwo ' };
const check = (change: Partial<PayoutFields>) => checkPayout({ ...right, ...change }, terms);

it('W14 the form accepts amounts within the limits, needs every field, and sends the bank by its code', () => {
  expect(check({})).toEqual({});
  for (const amount of ['', '9', '5001', '-20', '20.5', 'ten'])
    expect(check({ amount })).toEqual({ amount: 'Enter 10 to 5,000 coins.' });
  for (const number of ['', '123', '01234567890', '012345678a'])
    expect(check({ number })).toEqual({ number: 'Enter the 10 digits.' });
  expect(check({ bank: '', name: ' ' })).toEqual({
    bank: 'Choose a bank.',
    name: 'Enter the account name.',
  });
  expect(toBody(right)).toEqual({
    bid_points: 2_500,
    account_name: 'Adaeze Okonkwo',
    account_number: '0123456789',
    bank_name: 'gtb',
  });
});

it('W19 a name that the bank gives is neither needed nor sent as it was typed', () => {
  expect(checkPayout({ ...right, name: '' }, terms, false)).toEqual({});
  expect(toBody(right, 'OKONKWO ADAEZE').account_name).toBe('OKONKWO ADAEZE');
});
