import { describe, expect, it } from 'vitest';
import { networkOf, phoneError, readPhone, states } from '../../lib/nigeria.ts';
import { checkDetails, type Need, needsOf, textsFor } from './checkout-fields.ts';

const typed: Record<string, string> = {
  ...{ fullName: 'Adaeze Okonkwo', phone: '+234 803 555 4471', street: '14 Bode Thomas Street' },
  ...{ city: 'Surulere', state: 'Lagos', landmark: '', contactInfo: 'ada@copup.test' },
  ...{ accountName: 'Ada Obi', accountNumber: '0123456789', network: 'MTN' },
  ...{ topUp: '08035554471', topUpAgain: '0803 555 4471' },
};
const reading =
  (change: Record<string, string> = {}) =>
  (name: string) =>
    ({ ...typed, ...change })[name] ?? '';
const errorsOf = (needs: Need[], change?: Record<string, string>) =>
  Object.entries(checkDetails(needs, reading(change))).flatMap(([name, error]) => (error ? [name] : []));

describe('A10 the fields of the checkout', () => {
  it.each([
    ['product', 'Tecno Phantom V Fold', 'address'],
    ['cash', '₦90,000', 'bank'],
    ['coupon', 'Food coupon', 'contact'],
    ['coupon', '₦5,000 airtime, any network', 'airtime'],
    ['product', 'Phone with airtime', 'address'],
  ] as const)('%s %s → %s', (category, name, need) => {
    expect(needsOf([{ category, name }])).toEqual([need]);
  });

  it('reports each field that is wrong, in their order', () => {
    expect(errorsOf(['address', 'bank', 'contact', 'airtime'])).toEqual([]);
    const none = Object.fromEntries(Object.keys(typed).map((name) => [name, '']));
    expect(errorsOf(['address'], none)).toEqual(['fullName', 'phone', 'street', 'city', 'state']);
    expect(errorsOf(['airtime', 'contact'], none)).toEqual(['contactInfo', 'network', 'topUp', 'topUpAgain']);
    expect(errorsOf(['bank'], { accountNumber: '123' })).toEqual(['accountNumber']);
    expect(errorsOf(['airtime'], { topUpAgain: '08035554472' })).toEqual(['topUpAgain']);
    expect(errorsOf(['text'], { address: ' 08 ' })).toEqual(['address']);
  });

  it('joins what was typed in the specified fields, and only what the items need', () => {
    const address = 'Adaeze Okonkwo\n0803 555 4471\n14 Bode Thomas Street\nSurulere, Lagos';
    expect(textsFor(['address'], reading())).toMatchObject({ address });
    expect(textsFor(['address'], reading({ landmark: 'Blue mosque' })).address).toBe(
      `${address}\nLandmark: Blue mosque`,
    );
    expect(textsFor(['airtime'], reading())).toMatchObject({ contactInfo: 'MTN 0803 555 4471' });
    expect(textsFor(['contact', 'airtime'], reading())).toMatchObject({
      contactInfo: 'ada@copup.test, MTN 0803 555 4471',
    });
    expect(textsFor(['text'], reading({ address: 'Ikeja' }))).toMatchObject({ address: 'Ikeja' });
    const longest = Object.fromEntries(
      ['fullName', 'street', 'city', 'landmark'].map((name, nth) => [
        name,
        'x'.repeat([80, 160, 60, 100][nth] ?? 0),
      ]),
    );
    expect(textsFor(['address'], reading(longest)).address?.length).toBeLessThanOrEqual(500);
  });
});

describe('Nigerian numbers', () => {
  it.each([
    ['0803 555 4471', '08035554471', undefined],
    ['+234 (0) 803-555-4471', '08035554471', undefined],
    ['8035554471', '08035554471', undefined],
    ['0803 555 447', '0803555447', '10 digits. Nigerian numbers have 11.'],
    ['0', '0', '1 digit. Nigerian numbers have 11.'],
    ['01234567890', '01234567890', 'Mobile numbers begin with 07, 08 or 09.'],
    ['', '', 'Enter a phone number'],
  ])('%s', (number, digits, error) => {
    expect([readPhone(number), phoneError(number)]).toEqual([digits, error]);
  });

  it('guesses the network from the prefix', () => {
    expect(['0803', '+234 802 5554471', '0805 5', '0809', '080', '0700'].map(networkOf)).toEqual([
      'MTN',
      'Airtel',
      'Glo',
      '9mobile',
      undefined,
      undefined,
    ]);
    expect(states).toHaveLength(37);
  });
});
