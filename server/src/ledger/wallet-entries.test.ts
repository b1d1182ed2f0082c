import { describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { fromCursor, readWalletEntries, toCursor } from './wallet-entries.ts';

const ada = { sourceId: 'ada', destinationId: 'ada' };
const at = new Date('2026-11-22T12:00:00Z');
const about = { unit: 'coin', kind: 'adjust', subjectKind: 'test', subjectId: '1', at };
/** The postings 1 to 4 of a wallet, newest first: coins received, held, bonus coins received, and coins spent. */
const postings = [
  {
    ...{ ...about, seq: 4, transferId: 't4', amount: 3, ...ada, destinationId: 'pot' },
    ...{ source: 'available', sourceBalance: 3, destination: 'pot', destinationBalance: 30 },
  },
  {
    ...{ ...about, seq: 3, transferId: 't3', amount: 5, ...ada, sourceId: null },
    ...{ source: 'issuance', sourceBalance: null, destination: 'bonus', destinationBalance: 5 },
  },
  {
    ...{ ...about, seq: 2, transferId: 't2', amount: 4, ...ada },
    ...{ source: 'available', sourceBalance: 6, destination: 'held', destinationBalance: 4 },
  },
  {
    ...{ ...about, seq: 1, transferId: 't1', amount: 10, ...ada, sourceId: 'ben' },
    ...{ source: 'available', sourceBalance: 90, destination: 'available', destinationBalance: 10 },
  },
];
const none = { available: 0, held: 0, bonus: 0, task: 0 };
const now = { seq: 4, parts: { available: 3, held: 4, bonus: 5, task: 0 } };
const afterTwo = { ...none, available: 6, held: 4 };

/** Reads entries of a wallet whose database returns the rows; `asked` are the numbers it was asked for. */
async function read(state: typeof now, count: number, over: object = {}) {
  let asked: unknown[] = [];
  const query = async ({ values }: { values: [string, number, number] }) => {
    const [, after, upto] = values;
    asked = [after, upto];
    const rows = postings.filter(({ seq }) => seq > after && seq <= upto);
    return { rows: rows.map((row) => (row.seq === 3 ? { ...row, ...over } : row)) };
  };
  const found = await readWalletEntries({ pool: { query } } as unknown as Database, 'ada', state, count);
  return { ...found, asked };
}

describe('L2 the entries of a wallet', () => {
  it('are followed back from its balances to none', async () => {
    const { entries, before, asked } = await read(now, 10);
    expect(asked).toEqual([0, 4]);
    expect(
      entries.map(({ seq, transferId, change, after, other }) => ({ seq, transferId, change, after, other })),
    ).toEqual([
      {
        ...{ seq: 4, transferId: 't4', change: { ...none, available: -3 }, after: now.parts },
        other: { kind: 'pot', id: 'pot' },
      },
      {
        ...{ seq: 3, transferId: 't3', change: { ...none, bonus: 5 }, after: { ...afterTwo, bonus: 5 } },
        other: { kind: 'issuance', id: null },
      },
      {
        ...{ seq: 2, transferId: 't2', change: { ...none, available: -4, held: 4 }, after: afterTwo },
        other: null,
      },
      {
        ...{
          seq: 1,
          transferId: 't1',
          change: { ...none, available: 10 },
          after: { ...none, available: 10 },
        },
        other: { kind: 'available', id: 'ben' },
      },
    ]);
    expect(entries[0]).toMatchObject({ kind: 'adjust', subject: { kind: 'test', id: '1' }, at });
    expect(before).toEqual({ seq: 0, parts: none });
  });

  it('are read in pages, each from the state before the one before', async () => {
    const first = await read(now, 2);
    expect([first.asked, first.before]).toEqual([[2, 4], { seq: 2, parts: afterTwo }]);
    const second = await read(fromCursor(toCursor(first.before)), 2);
    expect([second.asked, second.entries.map(({ seq }) => seq), second.before.seq]).toEqual([
      [0, 2],
      [2, 1],
      0,
    ]);
    expect(await read(second.before, 2)).toMatchObject({ entries: [], before: { seq: 0, parts: none } });
  });

  it.each([
    ['other balances', { ...now, parts: { ...now.parts, available: 4 } }],
    ['other balances of earlier entries', { ...now, parts: { ...now.parts, held: 3 } }],
    ['a later number', { ...now, seq: 5 }],
    ['a number after the last', { ...now, seq: 9 }],
  ])('refuse a position with %s', async (_, state) => {
    await expect(read(state, 3)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('follow task coins apart, and refuse an entry that does not lead to the next', async () => {
    const tasks = { destination: 'task', unit: 'task' };
    const state = { seq: 4, parts: { ...now.parts, bonus: 0, task: 5 } };
    expect(await read(state, 2, tasks)).toMatchObject({
      entries: [{ after: state.parts }, { change: { ...none, task: 5 } }],
      before: { seq: 2, parts: afterTwo },
    });
    await expect(read(now, 10, { destinationBalance: 6 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('L2 a cursor', () => {
  it('is the state in base 36', () => {
    const state = { seq: 37, parts: { available: 36, held: 35, bonus: 0, task: 1 } };
    expect([toCursor(state), fromCursor('11-10-z-0-1')]).toEqual(['11-10-z-0-1', state]);
  });

  it.each(['1-zzzzzzzzzzzzzz-0-0-0', '-1-0-0-0'])('refuses numbers that none can be: %s', (cursor) => {
    expect(() => fromCursor(cursor)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});
