import { describe, expect, it } from 'vitest';
import { amountError, chargeFor, mostToSend, parseAmount } from './check-amount.ts';

const terms = { charge_percent: 1, maximum: 100_000, left: 500, waits_until: null, owed: 0, has_pin: true };

describe('W1 amounts of a send', () => {
  it('are whole numbers of coins, with a charge of 1 %, rounded up', () => {
    expect(['1', '2,500', ' 10 ', '1000000000'].map(parseAmount)).toEqual([1, 2_500, 10, 1_000_000_000]);
    for (const text of ['', '0', '-1', '1.5', '1e3', 'x', '1000000001', '99999999999'])
      expect(parseAmount(text)).toBeUndefined();
    expect([1, 100, 101, 2_500].map((amount) => chargeFor(amount, 1))).toEqual([1, 1, 2, 25]);
  });

  it('W10 are limited by the balance with the charge, and by what may still be sent', () => {
    expect(amountError(100, { available: 101, terms })).toBeUndefined();
    expect(amountError(100, { available: 100, terms })).toBe('You can send 99 at most, with the charge.');
    for (const available of [0, 1, 2, 100, 101, 102, 201, 12_480]) {
      const most = mostToSend({ available, terms: { ...terms, left: 100_000 } }) ?? 0;
      expect(most + chargeFor(most, 1)).toBeLessThanOrEqual(available);
      expect(most + 1 + chargeFor(most + 1, 1)).toBeGreaterThan(available);
    }
    expect(mostToSend({ available: 10_000, terms })).toBe(500);
    expect(mostToSend({ available: 10_000, terms: { ...terms, owed: 1 } })).toBe(0);
    expect(amountError(501, { available: 10_000, terms })).toBe('Today you can still send 500 coins');
    expect(amountError(100_001, { available: 1e9, terms })).toBe(
      'You can send at most 100,000 coins at a time',
    );
    expect(amountError(undefined, { available: 10, terms })).toBe('Enter a whole number of coins');
    const waiting = { ...terms, left: 1, waits_until: '2026-11-22T10:00:00.000Z' };
    expect(amountError(2, { available: 10, terms: waiting })).toBe(
      'After the change of your details you can still send 1 coin',
    );
  });
});
