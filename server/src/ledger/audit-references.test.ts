import { describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import {
  auditReferences,
  auditRelation,
  type Check,
  type DueRows,
  pageSql,
  type Reading,
  type Relation,
  withParameters,
} from './audit-references.ts';
import { createErrorCollector } from './audit-report.ts';

const ones: Relation = {
  ...{ name: 'ones', check: 'bets', table: 'ones', order: { id: 'int' }, rows: 'ones' },
  ...{ row: 'id', wrong: "WHEN false THEN ''" },
};
type Query = { name: string; text: string; values: unknown[] };

/** A database that returns the results in order, with what it was asked for. */
function database(...results: object[][]) {
  const asked: Query[] = [];
  const query = async (one: Query) => {
    asked.push(one);
    return { rows: results[asked.length - 1] ?? expect.fail(`${one.name} was not expected`) };
  };
  return { db: { pool: { query } } as unknown as Database, asked };
}
const page = (
  count: number,
  last: string[] | null,
  row: string | null = null,
  message: string | null = null,
) => [{ count, last, row, message }];

/** Makes the checks; `read` are the names of the statements with their values. */
async function check(checks: readonly Check[], over: Partial<Reading>, ...results: object[][]) {
  const { db, asked } = database(...results);
  const errors = createErrorCollector();
  const chunks: number[] = [];
  const reading = { realm: undefined, errors, since: null, isRemembered: true, ...over };
  await auditReferences(db, { checks }, reading, (count) => chunks.push(count), [7]);
  return { errors: errors.list(), chunks, read: asked.map(({ name, values }) => [name, ...values]) };
}

describe('P2 a relation of the audit', () => {
  it('is read page by page until one is not full, and its first wrong row is reported', async () => {
    const results = [
      page(1_000, ['40'], '33', 'is wrong'),
      page(1_000, ['90'], '50', 'is wrong, too'),
      page(999, ['95']),
    ];
    expect(await check([ones], {}, ...results)).toEqual({
      errors: [{ check: 'bets', table: 'ones', row: '33', message: 'is wrong' }],
      chunks: [1_000, 1_000, 999],
      read: [
        ['audit-ones', '0'],
        ['audit-ones', '40'],
        ['audit-ones', '90'],
      ],
    });
  });

  it.each([
    ['has a size of its own', { size: 2 }, [page(2, ['2']), page(1, ['3'])]],
    ['ends with a page without rows', { size: 2 }, [page(2, ['2']), page(0, null)]],
    ['has no rows', { size: 0 }, [page(0, null)]],
  ])('that %s', async (_, over, results) => {
    const { read, errors } = await check([{ ...ones, ...over }], {}, ...results);
    expect([read.length, errors]).toEqual([results.length, []]);
  });

  it('may choose its check by the message', async () => {
    const chosen: Relation = { ...ones, check: (message) => (message === 'a' ? 'holds' : 'users') };
    const reported = async (message: string | null) =>
      (await check([chosen], {}, page(1, ['1'], '1', message))).errors.map((error) => [
        error.check,
        error.message,
      ]);
    expect([await reported('a'), await reported(null)]).toEqual([[['holds', 'a']], [['users', '']]]);
  });

  it.each<[string, Partial<Relation>, string | null, (string | null)[][]]>([
    ['a time', { order: { at: 'timestamptz', id: 'int' } }, '2026', [['audit-ones', '2026', '0']]],
    ['no time', { order: { at: 'timestamptz', id: 'int' } }, null, [['audit-ones', '-infinity', '0']]],
    [
      'a UUID of the time',
      { order: { id: 'uuid', kind: 'text' } },
      '2026',
      [
        ['audit-first-id', '2026'],
        ['audit-ones', 'the id', ''],
      ],
    ],
    ['the first number', {}, '2026', [['audit-ones', '0']]],
    [
      'the beginning, when it is always read in full',
      { order: { at: 'timestamptz' }, isReadInFull: true },
      '2026',
      [['audit-ones', '-infinity']],
    ],
    ['what changed', { changed: ['a >= $since', 'b'] }, '2026', [['audit-ones-since', '2026', '0']]],
    ['all rows, not what changed', { changed: ['a >= $since', 'b'] }, null, [['audit-ones', '0']]],
  ])('is read from %s', async (_, over, since, expected) => {
    const results = expected.length > 1 ? [[{ id: 'the id' }], page(0, null)] : [page(0, null)];
    expect((await check([{ ...ones, ...over }], { since }, ...results)).read).toEqual(expected);
  });

  it('is counted nowhere unless that is asked for', async () => {
    const { db, asked } = database(page(1, ['1']));
    await auditRelation(db, ones, { realm: undefined, errors: createErrorCollector(), since: null });
    expect(asked).toHaveLength(1);
  });
});

describe('P2 rows of the audit whose pages have checks of their own', () => {
  const finding = {
    name: 'found',
    check: 'holds',
    table: 'twos',
    text: 'SELECT $ids, $realm, $accepted',
  } as const;
  const due: DueRows = { name: 'due', order: { id: 'int' }, rows: 'ones', size: 2, checks: [finding] };

  it('are checked page by page, and counted once', async () => {
    const wrong = [
      { row: '1', message: 'is wrong' },
      { row: '2', message: 'is of no user', part: 'users' },
    ];
    const results = [[{ id: 4 }, { id: 5 }], wrong, [{ id: 6 }], []];
    expect(await check([due], { realm: 3 }, ...results)).toEqual({
      errors: expect.arrayContaining([
        { check: 'holds', table: 'twos', row: '1', message: 'is wrong' },
        { check: 'users', table: 'twos', row: '2', message: 'is of no user' },
      ]),
      chunks: [2, 1],
      read: [
        ['audit-due', '0'],
        ['audit-found', [4, 5], 3, undefined],
        ['audit-due', '5'],
        ['audit-found', [6], 3, undefined],
      ],
    });
  });

  it('are not checked when there are none', async () => {
    expect(await check([due], {}, [])).toEqual({ errors: [], chunks: [0], read: [['audit-due', '0']] });
    const { size: _, ...large } = due;
    expect((await check([large], {}, [{ id: 4 }], [])).chunks).toEqual([1]);
  });

  it('may be checked only in full, with values of their own', async () => {
    const full: Check = { ...finding, isOnlyInFull: true, given: async () => ({ accepted: ['x'] }) };
    expect((await check([full], { since: '2026' })).read).toEqual([]);
    expect((await check([full], {}, [])).read).toEqual([['audit-found', [7], null, ['x']]]);
    const called: unknown[] = [];
    await check([async (...given) => void called.push(given.at(-1))], {});
    expect(called).toEqual([[7]]);
  });
});

describe('the SQL of a page', () => {
  it('is bounded by the order, and by an end of time that makes a generic plan use the index', () => {
    const rows = { name: 'ones', order: { at: 'timestamptz', id: 'int' }, rows: 'ones' } as const;
    expect(pageSql(rows, null)).toBe(
      "SELECT * FROM ones WHERE at >= $after0 AND at < 'infinity' AND (at, id) > ($after0, $after1) AND true ORDER BY at, id LIMIT 1000",
    );
    expect(pageSql({ ...ones, size: 5, where: 'a', columns: 'id', changed: ['b'] }, null)).toBe(
      'SELECT id FROM ones WHERE (id) > ($after0) AND a ORDER BY id LIMIT 5',
    );
    expect(pageSql({ ...ones, changed: ['b', 'c'] }, '2026')).toBe(
      'SELECT * FROM (SELECT * FROM ones WHERE b UNION SELECT * FROM ones WHERE c OFFSET 0) AS due WHERE (id) > ($after0) ORDER BY id LIMIT 1000',
    );
  });

  it('numbers its parameters, each once', () => {
    const { text, valuesOf } = withParameters('$realm $after0 $ids $realm $since', { id: 'uuid' });
    expect(text).toBe('$1::int $2::uuid $3::int[] $1::int $4::timestamptz');
    expect(valuesOf({ realm: 2, since: '2026' }, { ids: [1] }, ['x'])).toEqual([2, 'x', [1], '2026']);
    expect(valuesOf({ realm: undefined, since: null }, {})).toEqual([
      null,
      undefined,
      undefined,
      '0001-01-01',
    ]);
  });
});
