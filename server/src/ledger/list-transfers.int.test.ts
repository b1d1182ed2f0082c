import { useTestDatabase } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { listTransferIds, type TransferFilter } from './list-transfers.ts';

withoutAudit();

const test = useTestDatabase();
const HOUR_MS = 3_600_000;
const START_MS = 0x0190_0000_0000;
const TOLERANCE_MS = 10 * 60_000;
/** One an hour; those after `OTHERS` are of the user, whose postings count from 1. */
const TRANSFERS = 20_300;
const OTHERS = 18_000;
const userId = '01900000-0000-7001-8000-000000000001';
/** Ids a little later and a little earlier than their rows. */
const LATE_ID = 5_000;
const EARLY_ID = 6_000;
/** The user's postings 2 and 3 are of one transfer. */
const DOUBLE = OTHERS + 2;
const tickets = [201, 18_300, 18_301, 20_111];

const at = (n: number): Date => new Date(START_MS + n * HOUR_MS);
const idOf = (n: number): string => {
  const shiftMs = n === LATE_ID ? TOLERANCE_MS - 1 : n === EARLY_ID ? 1 - TOLERANCE_MS : 0;
  const hex = (at(n).getTime() + shiftMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`;
};
const kindOf = (n: number): string => {
  if (tickets.includes(n)) return 'ticket';
  if (n % 100 === 0) return 'adjust';
  return n % 2 === 1 ? 'send' : 'bid_hold';
};

beforeAll(async () => {
  const ns = Array.from({ length: TRANSFERS }, (_, before) => before + 1);
  const own = ns.slice(OTHERS).map((n) => (n === DOUBLE + 1 ? DOUBLE : n));
  const owner = openDatabase({ url: test.ownerUrl, poolSize: 1 });
  await inTransaction(owner, async ({ client }) => {
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query(
      `INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash, created_at)
        SELECT id, kind, n % 3, 'user', (n % 1000)::text, n::text, '', at
        FROM unnest($1::int[], $2::uuid[], $3::text[], $4::timestamptz[]) AS row (n, id, kind, at)`,
      [ns, ns.map(idOf), ns.map(kindOf), ns.map(at)],
    );
    await client.query(
      `INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, source_seq, source_balance, destination,
          destination_id, destination_seq, destination_balance, xid)
        SELECT id, seq, 0, 'coin'::coin_unit, 1, 'available'::account_kind, $1::uuid, seq, 1, 'issuance'::account_kind, NULL::uuid, NULL::bigint, NULL::bigint, '700'::xid8
        FROM unnest($2::uuid[]) WITH ORDINALITY AS row (id, seq) WHERE seq % 2 = 0
        UNION ALL SELECT id, seq, 0, 'coin', 1, 'issuance', NULL, NULL, NULL, 'available', $1, seq, 1, '700'
        FROM unnest($2::uuid[]) WITH ORDINALITY AS row (id, seq) WHERE seq % 2 = 1`,
      [userId, own.map(idOf)],
    );
    await client.query('INSERT INTO wallets (user_id, realm, version) VALUES ($1, 0, $2)', [
      userId,
      own.length,
    ]);
  });
  await owner.close();
});

type Case = [what: string, TransferFilter, before: string | undefined, found: number[], next: string | null];
const list = async (filter: TransferFilter, before: string | undefined) =>
  await listTransferIds(test.db, { filter, before, limit: 3 });

describe('O3 a page of transfers', () => {
  it.each<Case>([
    ['begins with the newest', {}, undefined, [20_300, 20_299, 20_298], idOf(20_298)],
    ['takes a position that is none for the beginning', {}, 'x', [20_300, 20_299, 20_298], idOf(20_298)],
    ['may be the last and full', {}, idOf(4), [3, 2, 1], null],
    ['may be the last and short', {}, idOf(3), [2, 1], null],
    ['of a subject', { subjectId: '7' }, undefined, [20_007, 19_007, 18_007], idOf(18_007)],
    ['of a subject, full', { subjectKind: 'user', subjectId: '7' }, idOf(3_007), [2_007, 1_007, 7], null],
    ['of a subject, short', { subjectKind: 'user', subjectId: '7' }, idOf(1_007), [7], null],
    ['of another kind of subject', { subjectKind: 'auction', subjectId: '7' }, undefined, [], null],
    ['of a rare kind', { kind: 'adjust' }, undefined, [20_300, 20_200, 20_100], idOf(20_100)],
    ['of a rare kind and a realm', { kind: 'adjust', realm: 1 }, idOf(800), [700, 400, 100], null],
    ['of a frequent kind', { kind: 'send' }, undefined, [20_299, 20_297, 20_295], idOf(20_295)],
    ['of a frequent kind, full', { kind: 'send' }, idOf(6), [5, 3, 1], null],
    ['of a realm', { realm: 1 }, idOf(7), [4, 1], null],
    ['reads back 20,000 at most', { kind: 'ticket' }, undefined, [20_111, 18_301, 18_300], idOf(301)],
    ['reads back the others next', { kind: 'ticket' }, idOf(301), [201], null],
    ['of a subject in a period', { subjectId: '7', from: at(7), to: at(2_007) }, undefined, [1_007, 7], null],
    ['of a period', { from: at(100), to: at(103) }, undefined, [102, 101, 100], null],
    ['of a period, after a position', { from: at(100), to: at(103) }, idOf(102), [101, 100], null],
    ['of a period before the position', { to: at(3) }, idOf(200), [2, 1], null],
    ['since a time', { kind: 'send', from: at(20_298) }, undefined, [20_299], null],
    ['with a late id', { from: at(LATE_ID), to: at(LATE_ID + 0.01) }, undefined, [LATE_ID], null],
    ['with an early id', { from: at(EARLY_ID), to: at(EARLY_ID + 0.01) }, undefined, [EARLY_ID], null],
    ['of a user', { userId }, undefined, [20_300, 20_299, 20_298], '2297'],
    ['of a user, after no position', { userId }, 'x', [20_300, 20_299, 20_298], '2297'],
    ['of a user, full with more', { userId }, '6', [18_006, 18_005, 18_004], '3'],
    ['of a user, with two postings in one transfer', { userId }, '5', [18_005, 18_004, DOUBLE], '1'],
    ['of a user, full', { userId }, '4', [18_004, DOUBLE, 18_001], null],
    ['of a user, short', { userId }, '3', [DOUBLE, 18_001], null],
    ['of a user, after the last', { userId }, '0', [], null],
    ['of a user reads back 2,000', { userId, kind: 'ticket' }, undefined, [20_111, 18_301], '300'],
    ['of a user reads the others next', { userId, kind: 'ticket' }, '300', [18_300], null],
    ['of a user since a time', { userId, kind: 'ticket', from: at(18_302) }, undefined, [20_111], null],
    [
      'of a user since 2,000',
      { userId, kind: 'ticket', from: at(18_301) },
      undefined,
      [20_111, 18_301],
      null,
    ],
    [
      'of a user before 2,000',
      { userId, kind: 'ticket', from: at(18_300) },
      undefined,
      [20_111, 18_301],
      '300',
    ],
    ['of a user until a time', { userId, to: at(18_003) }, '9', [DOUBLE, 18_001], null],
    ['of a user until a time, after a position', { userId, to: at(18_003) }, '1', [18_001], null],
    ['of a user before the first', { userId, to: at(18_001) }, undefined, [], null],
  ])('%s', async (_, filter, before, found, next) => {
    expect(await list(filter, before)).toEqual({ ids: found.map(idOf), next });
  });
});
