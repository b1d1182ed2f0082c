import { expect, it } from 'vitest';
import { sendableText } from './hold-words.ts';

it('A10a the player reads from when an order can be sent, or why it is on hold', () => {
  const now = new Date(2026, 10, 24, 9, 0).getTime();
  const thursday = new Date(2026, 10, 26, 14, 5).toISOString();
  expect(sendableText({ sendable_from: null, on_hold: null }, now)).toBeUndefined();
  expect(sendableText({ sendable_from: thursday, on_hold: null }, now)).toBe(
    'Can be sent from Thursday 2:05 pm, because it was paid with new coins.',
  );
  expect(sendableText({ sendable_from: thursday, on_hold: 'OPEN_DISPUTE' }, now)).toMatch(/^On hold: a bank/);
});
