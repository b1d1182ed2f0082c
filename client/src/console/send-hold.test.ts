import { expect, it } from 'vitest';
import { holdText } from './send-hold.ts';

it('A10a an order that is not sent says why, and from when it can be', () => {
  const free = { sendable_from: null, on_hold: null, approval_id: null };
  expect(holdText(free)).toBeUndefined();
  const young = { ...free, sendable_from: '2026-11-26T13:05:00.000Z' };
  expect(holdText(young)).toBe('Paid with new coins: can be sent from 26 Nov 2026, 2:05 pm WAT');
  expect(holdText({ ...young, on_hold: 'OPEN_DISPUTE' })).toBe(
    'On hold: a card payment of the player is disputed',
  );
  expect(holdText({ ...young, approval_id: 12 })).toBe('Waits for a second operator: approval 12');
});
