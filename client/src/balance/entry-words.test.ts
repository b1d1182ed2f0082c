import { describe, expect, it } from 'vitest';
import { entryAmount, entryCause, entryTitle, transferTitle } from './entry-words.ts';

const change = { available: 0, held: 0, bonus: 0, task: 0 };
const entry = { kind: 'send', counterpart: 'bayo', subject_name: null, change };

describe('W11 an entry in words', () => {
  it('names the direction of a send and the other user', () => {
    const received = { ...entry, change: { ...change, available: 5 } };
    expect([entryTitle(received), entryCause(received)]).toEqual(['Received coins', 'From bayo']);
    const sent = { ...entry, change: { ...change, available: -5 } };
    expect([entryTitle(sent), entryCause(sent)]).toEqual(['Sent coins', 'To bayo']);
    expect(entryCause({ ...entry, kind: 'bid_hold', counterpart: null, subject_name: 'A fan' })).toBe(
      'A fan',
    );
    expect(transferTitle('unknown_kind')).toBe('unknown_kind');
  });

  it.each([
    [{ available: 400 }, { coins: 400, sign: '+' }],
    [{ bonus: -3 }, { coins: 3, sign: '−' }],
    [{ held: -310 }, { coins: 310, sign: '−' }],
    // Between available and held: no sign.
    [
      { available: -960, held: 960 },
      { coins: 960, sign: '' },
    ],
    [
      { available: 35, held: -35 },
      { coins: 35, sign: '' },
    ],
    [{ task: 7 }, { coins: 7, sign: '+' }],
  ])('shows %j as %j', (parts, amount) =>
    expect(entryAmount({ change: { ...change, ...parts } })).toEqual(amount),
  );
});
