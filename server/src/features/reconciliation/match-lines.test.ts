import { describe, expect, it } from 'vitest';
import { type MatchRecord, matchLines, type OpenLine } from './match-lines.ts';
import { namesHolder, wordsOf } from './match-names.ts';

const line = (given: Partial<OpenLine> = {}): OpenLine => ({
  id: 1,
  day: '2026-11-03',
  amountKobo: 990_000,
  currency: 'NGN',
  narration: 'NIP TRANSFER CP-7K3M9Q',
  sender: '',
  reference: '000013261103',
  ...given,
});
const record = (given: Partial<MatchRecord> = {}): MatchRecord => ({
  kind: 'payment',
  id: 1001,
  isOpen: true,
  isTaken: false,
  amountKobo: 990_000,
  day: '2026-11-03',
  reference: 'CP-7K3M9Q',
  proof: '',
  names: ['Ada Obi'],
  ...given,
});
function match(lines: readonly OpenLine[], records: readonly MatchRecord[]) {
  const work = matchLines(lines, records);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
const ruleOf = (given: Partial<OpenLine>, ...records: readonly Partial<MatchRecord>[]) =>
  match([line(given)], records.length === 0 ? [record()] : records.map(record))[0]?.rule;

describe('W20 a proposal by the reference in the narration', () => {
  it('says why in words, and is exact with a reference of the bank', () => {
    expect(match([line()], [record()])).toEqual([
      {
        ...{ lineId: 1, kind: 'payment', recordId: 1001, rule: 'reference', isExact: true },
        reason: 'The narration quotes CP-7K3M9Q, and the amount is exact.',
      },
    ]);
    expect(match([line({ reference: '' })], [record()])[0]?.isExact).toBe(false);
    expect(match([line({ reference: '' })], [record({ isOpen: false })])[0]?.isExact).toBe(true);
  });

  it.each([
    ['cp7k3m9q'],
    ['FRM ADA OBI CP 7K3M9Q/GTB'],
    ['7K3M9Q'],
    ['NIP:CP-7K3 M9Q ADA'],
    ['REFCP7K3M9Q'],
    ['cp-7k3m9q from ada'],
  ])('reads %s', (narration) => {
    expect(ruleOf({ narration })).toBe('reference');
  });

  it.each([['CP-7K3M90'], ['CP7K3M9'], ['CP-7K3M99Q'], ['cp 7k3m9o'], ['CP-1K3M9Q']])(
    'accepts one typed error: %s',
    (narration) => {
      expect(ruleOf({ narration })).toBe('reference-typo');
    },
  );

  it('reads letters in place of digits in the number of a payout, and no other error', () => {
    const payout = { kind: 'payout', id: 50_001, reference: 'Copup 50001', amountKobo: -990_000 } as const;
    expect(ruleOf({ narration: 'TRF COPUP 50001', amountKobo: -990_000 }, payout)).toBe('reference');
    expect(ruleOf({ narration: 'TRF COPUP 5OO01', amountKobo: -990_000 }, payout)).toBe('reference-typo');
    expect(ruleOf({ narration: 'TRF COPUP 50002', amountKobo: -990_000 }, payout)).toBeUndefined();
  });

  it.each<[string, Partial<OpenLine>, Partial<MatchRecord>[]]>([
    ['two errors', { narration: 'CP-7K3N9P' }, [{}]],
    ['an error that fits two payments', { narration: 'CP-7K3M9' }, [{}, { id: 2, reference: 'CP-7K3M9R' }]],
    ['another amount', { amountKobo: 990_100 }, [{}]],
    ['a part of the amount', { amountKobo: 490_000 }, [{}]],
    [
      'another amount, also when a second payment of this buyer has it',
      { amountKobo: 200_000, sender: 'ADA OBI' },
      [{}, { id: 2, reference: 'CP-222222', amountKobo: 200_000 }],
    ],
    ['another currency', { currency: 'USD' }, [{}]],
    ['money that left', { amountKobo: -990_000 }, [{}]],
    ['a reversal', { narration: 'RVSL CP-7K3M9Q' }, [{}]],
    ['two references', { narration: 'CP-7K3M9Q CP-222222' }, [{}, { id: 2, reference: 'CP-222222' }]],
    ['another sender', { sender: 'CHIDI EZE' }, [{}]],
    [
      'a sender with a payment of their own',
      { narration: 'CHIDI EZE CP-7K3M9Q' },
      [{}, { id: 2, reference: 'CP-222222', names: ['Chidi Eze'] }],
    ],
    ['a payment that is explained', {}, [{ isTaken: true }]],
    ['a payment of long ago', { day: '2026-12-30' }, [{}]],
    [
      'the number of another record',
      {},
      [{}, { kind: 'transfer', id: 2, reference: '', proof: '000013261103', isOpen: false }],
    ],
  ])('is not made for %s', (_name, given, records) => {
    expect(ruleOf(given, ...records)).toBeUndefined();
  });

  it('is not made for two lines with one reference, nor for money that went back', () => {
    expect(match([line(), line({ id: 2, reference: '000013261104' })], [record()])).toEqual([]);
    expect(match([line(), line({ id: 2, amountKobo: -990_000, narration: 'NIP' })], [record()])).toEqual([]);
  });

  it('is made for the line that quotes it, beside another of the same person', () => {
    const both = [
      line({ sender: 'ADA OBI' }),
      line({ id: 2, sender: 'ADA OBI', narration: 'NIP', reference: 'X22222' }),
    ];
    expect(match(both, [record()]).map(({ lineId }) => lineId)).toEqual([1]);
  });
});

describe('W20 a proposal by a number', () => {
  it('compares the reference of the bank with that of a decided payment, and a settlement with the narration', () => {
    const decided = { isOpen: false, reference: '', proof: '0000-13261103' };
    expect(ruleOf({ narration: 'NIP' }, decided)).toBe('provider-id');
    const settlement = {
      kind: 'settlement',
      reference: '',
      isOpen: false,
      proof: '8412345',
      names: ['Flutterwave'],
    } as const;
    expect(ruleOf({ narration: 'FLW SETTLEMENT 8412345', reference: '' }, settlement)).toBe('provider-id');
    expect(ruleOf({ narration: 'FLUTTERWAVE PAYOUT', reference: '' }, settlement)).toBe('name');
    expect(ruleOf({ narration: 'NIP', amountKobo: 1 }, decided)).toBeUndefined();
  });
});

describe('W20 a proposal by amount, days and name', () => {
  const narration = 'NIP TRF';
  it.each([['OBI ADA'], ['OBI, Ada'], ['MRS ADA N OBI'], ['ADA NGOZI OBI']])('accepts %s', (sender) => {
    expect(ruleOf({ narration, sender })).toBe('name');
  });

  it('reads the name in the narration, and the full name of the account', () => {
    expect(ruleOf({ narration: 'NIP/ZENITH/ADA OBI/TRANSFER' })).toBe('name');
    expect(ruleOf({ narration, sender: 'NGOZI ADA OBI' }, { names: ['A', 'Ngozi Obi'] })).toBe('name');
  });

  it.each<[string, Partial<OpenLine>, Partial<MatchRecord>[]]>([
    ['another person', { sender: 'CHIDI OBI' }, [{}]],
    ['another name in the middle', { sender: 'ADA CHIDI OBI' }, [{ names: ['Ada Ngozi Obi'] }]],
    ['a name of one word', { sender: 'ADA' }, [{ names: ['Ada'] }]],
    ['two payments of one person', { sender: 'ADA OBI' }, [{}, { id: 2, reference: 'CP-222222' }]],
    [
      'two persons with this name',
      { sender: 'ADA NGOZI OBI' },
      [{}, { id: 2, names: ['Ada Ngozi Obi'], reference: 'CP-222222' }],
    ],
    ['a payment of last week', { sender: 'ADA OBI', day: '2026-11-10' }, [{}]],
    ['no name', {}, [{}]],
  ])('is not made for %s', (_name, given, records) => {
    expect(ruleOf({ narration, ...given }, ...records)).toBeUndefined();
  });

  it('is not made for two lines that fit one payment', () => {
    const twice = [1, 2].map((id) => line({ id, narration, sender: 'ADA OBI', reference: `N${id}0000` }));
    expect(match(twice, [record()])).toEqual([]);
  });

  it('accepts a name that the bank cut off, and no shorter one that is another name', () => {
    const name = wordsOf('Oluwaseun Adebayo-Johnson');
    expect(namesHolder(wordsOf('ADEBAYO OLUWASEUN JOHNS'), name, true)).toBe(true);
    expect(namesHolder(wordsOf('EMMANUEL OBI'), wordsOf('Emmanuella Obi'), true)).toBe(false);
  });
});
