import { describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import type { AccountKind } from './accounts.ts';
import { type AccountNow, type AccountsAudit, auditAccounts } from './audit-accounts.ts';
import { createErrorCollector, createSums } from './audit-report.ts';

const CUT = 500n;
type Posting = { amount: number; xid?: number; from?: AccountKind; to?: AccountKind; recorded?: number };

/** Ids in the order of their numbers. */
const idOf = (n: number): string => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
const plus = (amount: number, rest: Partial<Posting> = {}): Posting => ({ to: 'available', amount, ...rest });
const balances = (available: number, held?: number) =>
  new Map<AccountKind, bigint>([
    ['available', BigInt(available)],
    ...(held === undefined ? [] : ([['held', BigInt(held)]] as const)),
  ]);
/** An account that agrees with `count` postings, unless `over` says otherwise. */
const accountOf = (
  n: number,
  count: number,
  available: number,
  over: Partial<AccountNow> = {},
): AccountNow => ({
  ...{ id: idOf(n), realm: 0, unitOf: () => 'coin', version: BigInt(count), lastSeq: BigInt(count) },
  ...{ balances: balances(available), checkpoint: undefined },
  ...over,
});

/** Returns the rows that the database returns for the postings. */
function rowsOf(history: readonly Posting[]) {
  const sums: Partial<Record<AccountKind, number>> = {};
  return history.map(({ amount, xid = 100, from, to, recorded }, nth) => {
    if (from) sums[from] = (sums[from] ?? 0) - amount;
    if (to) sums[to] = (sums[to] ?? 0) + amount;
    const endOf = (kind: AccountKind | undefined) => String(recorded ?? (kind && sums[kind]));
    return {
      ...{ posting: `transfer/${nth + 1}`, xid: String(xid), amount: String(amount) },
      ...{ source: from ?? null, sourceSeq: String(nth + 1), sourceBalance: endOf(from) },
      ...{ destination: to ?? null, destinationSeq: String(nth + 1), destinationBalance: endOf(to) },
    };
  });
}

/** Audits accounts with their histories by their number. */
async function audit(
  accounts: readonly AccountNow[],
  histories: Record<number, readonly Posting[]>,
  over: Partial<AccountsAudit> = {},
) {
  const rows = new Map(Object.entries(histories).map(([n, one]) => [idOf(Number(n)), rowsOf(one)]));
  const read: number[] = [];
  const stored: unknown[] = [];
  const query = async ({ name, values }: { name: string; values: never[] }) => {
    const [ids, first, second, epoch] = values as unknown as [string[], string[], string[], number];
    if (name === 'audit-remember') {
      stored.push(...ids.map((id, nth) => [id, first[nth], JSON.parse(second[nth] as string), epoch]));
      return { rows: [] };
    }
    const found = ids.flatMap((id, nth) =>
      (rows.get(id) ?? []).slice(Number(first[nth]), Number(second[nth])).map((row) => ({ nth, ...row })),
    );
    read.push(ids.reduce((sum, _, nth) => sum + Number(second[nth]) - Number(first[nth]), 0));
    return { rows: found };
  };
  const errors = createErrorCollector();
  const sums = createSums();
  const pages: string[] = [];
  const chunks: number[] = [];
  const source = {
    table: 'wallets' as const,
    list: async (_: Database, { after }: { after: string }) => {
      pages.push(after);
      return accounts.filter(({ id }) => id > after).slice(0, 200);
    },
  };
  await auditAccounts(
    { pool: { query } } as unknown as Database,
    source,
    { cut: CUT, isFull: false, realm: undefined, isRemembered: true, epoch: 3, errors, sums, ...over },
    (count) => chunks.push(count),
  );
  const total = Object.fromEntries(sums.list().map(({ kind, amount }) => [kind, Number(amount)]));
  return { errors: errors.list(), sums: total, stored, read, pages, chunks };
}

describe('P2 the audit of an account', () => {
  it('follows its postings, and remembers its state before the cut', async () => {
    const history = [
      plus(10),
      { from: 'available', to: 'held', amount: 4 } as const,
      plus(5, { xid: 500 }),
      { from: 'held', amount: 3, xid: 501 } as const,
      plus(1, { xid: 499 }),
    ];
    const found = await audit([accountOf(1, 5, 12, { balances: balances(12, 1) })], { 1: history });
    expect(found).toMatchObject({
      errors: [],
      sums: { available: 7, held: 4 },
      stored: [[idOf(1), '2', { available: '6', held: '4' }, 3]],
      chunks: [1],
    });
  });

  it('starts at its checkpoint, in mode full at its first posting', async () => {
    const checkpoint = { version: 2n, balances: balances(11) };
    // The checkpoint differs from the history, so that the result shows which of them was used.
    const account = accountOf(1, 3, 12, { checkpoint });
    const histories = { 1: [plus(5), plus(5), plus(1, { recorded: 12 })] };
    expect(await audit([account], histories)).toMatchObject({
      ...{ errors: [], read: [1], stored: [[idOf(1), '3', { available: '12' }, 3]] },
    });
    expect(await audit([account], histories, { isFull: true })).toMatchObject({
      errors: [{ check: 'balances', table: 'postings', row: 'transfer/3' }],
      ...{ read: [3], stored: [] },
    });
  });

  it.each([
    ['is known', { version: 2n, balances: balances(3) }, true, []],
    ['has other balances', { version: 2n, balances: balances(4) }, true, [['2', { available: '3' }]]],
    ['is older', { version: 1n, balances: balances(1) }, true, [['2', { available: '3' }]]],
    ['does not exist', undefined, true, [['2', { available: '3' }]]],
    ['may not be written', undefined, false, []],
  ])('stores what it found unless its checkpoint %s', async (_, checkpoint, isRemembered, expected) => {
    const account = accountOf(1, 2, 3, { checkpoint });
    const { errors, stored } = await audit(
      [account],
      { 1: [plus(1), plus(2)] },
      { isFull: true, isRemembered },
    );
    expect(errors).toEqual([]);
    expect(stored).toEqual(expected.map((state) => [idOf(1), ...state, 3]));
  });

  it('stores nothing of an account without postings before the cut', async () => {
    const found = await audit([accountOf(1, 0, 0), accountOf(2, 1, 5)], { 2: [plus(5, { xid: 600 })] });
    expect(found).toMatchObject({ errors: [], stored: [], sums: { available: 0 } });
  });

  const wallet = (check: string, message: string) => ({ check, table: 'wallets', row: idOf(1), message });
  it.each<[string, Partial<AccountNow>, object[]]>([
    [
      'was at a later version before',
      { checkpoint: { version: 3n, balances: balances(3) } },
      [wallet('sequence', 'is at version 2, but was at 3 before')],
    ],
    [
      'is at a version without a posting',
      { version: 3n, lastSeq: 2n },
      [wallet('sequence', 'is at version 3; its postings end at 2')],
    ],
    [
      'has a posting after its version',
      { lastSeq: 3n },
      [wallet('sequence', 'is at version 2, but has a posting number 3')],
    ],
    [
      'has other coins',
      { balances: balances(4) },
      [wallet('balances', 'has available 4; its postings make it 3')],
    ],
    [
      'has coins of a kind without a posting',
      { balances: balances(3, 1) },
      [wallet('balances', 'has held 1; its postings make it 0')],
    ],
    [
      'owes coins',
      { balances: balances(-1), checkpoint: { version: 9n, balances: balances(3) } },
      [wallet('sequence', 'is at version 2, but was at 9 before'), wallet('negative', 'has available -1')],
    ],
  ])('reports one that %s, and forgets it', async (_, over, expected) => {
    const found = await audit([accountOf(1, 2, 3, over), accountOf(2, 1, 1)], {
      1: [plus(1), plus(2)],
      2: [plus(1)],
    });
    expect(found.errors).toEqual(expect.arrayContaining(expected));
    expect(found.errors).toHaveLength(expected.length);
    expect(found.stored).toEqual([[idOf(2), '1', { available: '1' }, 3]]);
  });

  it('reports the first wrong posting, and still leaves out what came after the cut', async () => {
    const history = [plus(1), plus(2, { recorded: 4 }), plus(3, { recorded: 9 }), plus(4, { xid: 500 })];
    const { errors, sums, stored } = await audit([accountOf(1, 4, 10)], { 1: history });
    const message = `records available is 4 after it; the postings before make it 3 (on wallets ${idOf(1)})`;
    expect(errors).toEqual([{ check: 'balances', table: 'postings', row: 'transfer/2', message }]);
    expect([sums, stored]).toEqual([{ available: 6 }, []]);
  });
});

describe('L5 the statements of the audit', () => {
  it('read at most 10,000 postings each', async () => {
    const ones = (count: number) => Array.from({ length: count }, () => plus(1));
    const accounts = [
      accountOf(1, 3, 3),
      accountOf(2, 20_000, 20_000),
      accountOf(3, 0, 0),
      accountOf(4, 4, 4),
    ];
    const { errors, read } = await audit(accounts, { 1: ones(3), 2: ones(20_000), 4: ones(4) });
    expect([errors, read]).toEqual([[], [10_000, 10_000, 7]]);
    expect((await audit(accounts.slice(2), { 4: ones(4) })).read).toEqual([4]);
    expect((await audit([accountOf(1, 10_000, 10_000)], { 1: ones(10_000) })).read).toEqual([10_000]);
    expect((await audit([], {})).read).toEqual([]);
  });

  it('list at most 200 accounts each', async () => {
    const accounts = (count: number) => Array.from({ length: count }, (_, nth) => accountOf(nth + 1, 0, 0));
    expect(await audit(accounts(199), {})).toMatchObject({ pages: [idOf(0)], chunks: [199] });
    expect(await audit(accounts(201), {})).toMatchObject({ pages: [idOf(0), idOf(200)], chunks: [200, 1] });
    expect(await audit(accounts(200), {})).toMatchObject({ pages: [idOf(0), idOf(200)], chunks: [200, 0] });
  });
});
