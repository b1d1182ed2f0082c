import {
  LedgerAudit,
  type LedgerTransfer,
  LedgerTransfersReply,
  LedgerWallet,
  Liabilities,
} from '@copup/shared/ledger.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { available, bonus, held, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilEarlierEnded } from '../../../../test/earlier-transactions.ts';
import { createExplainingDatabase, recordQueries, sumBuffers } from '../../../../test/query-cost.ts';
import { auditLedger } from '../../../audit.ts';
import { openDatabase } from '../../../db/database.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import { ensureFund } from '../../../ledger/accounts.ts';
import { writeAuditReport } from '../../../ledger/audit-reports.ts';
import { rollUpFlows } from '../../../ledger/flows.ts';

withoutAudit();

let database: TestDatabase;
let server: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startApp({ database, overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Reads all pages. */
async function readAll(query: string): Promise<LedgerTransfer[]> {
  const items: LedgerTransfer[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const path: string = `/admin/ledger/transfers?${query}${next === '' ? '' : `&before=${next}`}`;
    const reply = await operator.get(path);
    expect([path, reply.status]).toEqual([path, 200]);
    const page = LedgerTransfersReply.parse(reply.body);
    items.push(...page.items);
    ({ next } = page);
  }
  return items;
}
const idsBy = async (where: string): Promise<string[]> => {
  const { rows } = await server.deps.db.pool.query<{ id: string }>(
    `SELECT DISTINCT t.id FROM transfers t JOIN postings p ON p.transfer_id = t.id WHERE ${where} ORDER BY t.id DESC`,
  );
  return rows.map(({ id }) => id);
};

describe('O3 ledger/transfers', () => {
  it('finds transfers by user, subject, kind, realm and period, each on pages, as plain SQL does', async () => {
    const [ada, bayo] = [await server.signIn({ coins: 500, bonus: 20 }), await server.signIn({ coins: 500 })];
    const { user: synthetic } = await server.signIn({ coins: 30, realm: 77 });
    for (let nth = 0; nth < 12; nth += 1) {
      const subject = { kind: 'auction', id: String(9_000 + (nth % 3)) };
      await post(
        server.deps.db,
        move(available(ada.user), held(ada.user), 3, { kind: 'bid_hold', subject }),
        move(available(ada.user), available(bayo.user), 2, {
          kind: 'send',
          subject: { kind: 'send', id: `${nth}` },
        }),
        {
          ...move(bonus(ada.user), { kind: 'revenue' }, 1, { kind: 'entry_fee', subject }),
          postings: [
            { from: bonus(ada.user), to: { kind: 'revenue' }, amount: 1 },
            { from: available(ada.user), to: { kind: 'revenue' }, amount: 1 },
          ],
        },
      );
    }
    const [isReal, ofSynthetic] = ['t.realm = 0', `'${synthetic.id}' IN (p.source_id, p.destination_id)`];
    const ofUser = `'${ada.user.id}' IN (p.source_id, p.destination_id)`;
    const { rows: times } = await server.deps.db.pool.query<{ at: Date }>(
      'SELECT created_at AS at FROM transfers ORDER BY id LIMIT 1 OFFSET 20',
    );
    const middle = times[0]?.at.toISOString() ?? '';
    const cases: [query: string, where: string][] = [
      ['', isReal],
      [`user_id=${synthetic.id}`, ofSynthetic],
      [`user_id=${synthetic.id}&realm=0`, 'false'],
      [`user_id=${ada.user.id}`, ofUser],
      [`user_id=${ada.user.id}&kind=send`, `${ofUser} AND t.kind = 'send'`],
      [`user_id=${ada.user.id}&from=${middle}`, `${ofUser} AND t.created_at >= '${middle}'`],
      [`user_id=${ada.user.id}&to=${middle}`, `${ofUser} AND t.created_at < '${middle}'`],
      [`user_id=${ada.user.id}&subject_id=9001`, `${ofUser} AND t.subject_id = '9001'`],
      ['subject_kind=auction&subject_id=9001', "t.subject_kind = 'auction' AND t.subject_id = '9001'"],
      ['subject_kind=auction', `t.subject_kind = 'auction' AND ${isReal}`],
      ['kind=adjust', `t.kind = 'adjust' AND ${isReal}`],
      ['kind=bid_hold', `t.kind = 'bid_hold' AND ${isReal}`],
      ['realm=77', 't.realm = 77'],
      [`from=${middle}`, `t.created_at >= '${middle}' AND ${isReal}`],
      [`to=${middle}&kind=send`, `t.created_at < '${middle}' AND t.kind = 'send' AND ${isReal}`],
    ];
    for (const [query, where] of cases) {
      const found = (await readAll(`limit=7&${query}`)).map(({ id }) => id);
      expect([query, found.toSorted().reverse()]).toEqual([query, await idsBy(where)]);
    }
    const [last] = await readAll(`user_id=${ada.user.id}&kind=entry_fee`);
    expect((await operator.get(`/admin/ledger/transfers/${last?.id}`)).body).toEqual(last);
    expect(last).toMatchObject({
      postings: [
        { amount: 1, source: { account: 'bonus', username: ada.user.username, balance: 8 } },
        { amount: 1, destination: { account: 'revenue', id: null, username: null, balance: null } },
      ],
    });
  });
});

it('O3 ledger/wallets shows balances, holds with their subjects, debts, and the same entries as the timeline', async () => {
  const ada = await server.signIn({ coins: 50, bonus: 5 });
  const { body: auction } = await operator.post('/admin/auctions', {
    name: 'A fan',
    category: 'product',
    price: 100,
    entry_bid_points: 0,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await ada.post(`/auction/pay-entry/${auction.id}`);
  await ada.post(`/auction/bid/${auction.id}`);
  await server.deps.db.pool.query(
    `INSERT INTO receivables (id, realm, user_id, subject_kind, subject_id, amount) VALUES ($1, 0, $2, 'card_payment', '5', 12)`,
    [uuidv7(), ada.user.id],
  );
  const wallet = LedgerWallet.parse((await operator.get(`/admin/ledger/wallets/${ada.user.id}`)).body);
  expect(wallet).toMatchObject({
    username: ada.user.username,
    available: 49,
    held: 1,
    bonus: 5,
    holds: [{ subject_name: 'A fan', amount: 1 }],
    holds_count: 1,
    receivables: [{ subject_kind: 'card_payment', amount: 12, recovered: 0 }],
  });
  const { body: entries } = await operator.get(`/admin/ledger/wallets/${ada.user.id}/entries`);
  const { body: own } = await ada.get('/user/timeline');
  const withoutTransfers = entries.items.map(
    ({ transfer_id: _, ...entry }: Record<string, unknown>) => entry,
  );
  expect(withoutTransfers).toEqual(own.items);
});

it('O1 liabilities equal the plain sums of all balances, in chunks and after more transfers', async () => {
  await server.signIn({ coins: 30, realm: 78 });
  const player = await server.signIn();
  const user = available(player.user);
  const fund = await inTransaction(server.deps.db, (tx) =>
    ensureFund(tx, uuidv7(), { kind: 'stock', realm: 0, subject: { kind: 'trader', id: '1' } }),
  );
  const stock = { kind: 'stock', id: fund.id } as const;
  const away = { kind: 'issuance' } as const;
  await post(
    server.deps.db,
    move(away, user, 400, { kind: 'purchase' }),
    move(away, stock, 90, { kind: 'stock_in' }),
    move(stock, user, 30, { kind: 'trade' }),
    move(user, held(player.user), 25, { kind: 'payout_hold' }),
    move(held(player.user), { kind: 'payouts' }, 25, { kind: 'payout_capture' }),
    move({ kind: 'payouts' }, user, 10, { kind: 'payout_return' }),
    move(user, away, 15, { kind: 'chargeback' }),
    move(user, { kind: 'unclaimed' }, 4, { kind: 'refund' }),
    move(user, { kind: 'revenue' }, 6, { kind: 'send_charge' }),
  );
  await rollUpFlows(server.deps.db);
  await post(server.deps.db, move(away, user, 100, { kind: 'purchase' }));
  await untilEarlierEnded(server.deps.db);
  await rollUpFlows(server.deps.db);
  const found = Liabilities.parse((await operator.get('/admin/ledger/liabilities')).body);
  expect(found.paid_in).toBe(485);
  const { rows } = await server.deps.db.pool.query<Record<string, number>>(
    `SELECT sum(available)::bigint AS available, sum(held)::bigint AS held, sum(bonus)::bigint AS bonus,
       (SELECT coalesce(sum(balance), 0)::bigint FROM funds WHERE realm = 0 AND kind = 'stock') AS stock,
       (SELECT coalesce(sum(balance), 0)::bigint FROM funds WHERE realm = 0 AND unit = 'coin') AS funds
     FROM wallets WHERE realm = 0`,
  );
  const plain = rows[0] ?? {};
  const { owed } = found;
  expect(owed).toMatchObject({
    available: plain.available,
    held: plain.held,
    bonus: plain.bonus,
    stock: plain.stock,
    unclaimed: 4,
  });
  expect(owed.stock + owed.escrow + owed.pot + owed.rewards).toBe(plain.funds);
  expect(found).toMatchObject({ paid_out: 15, traded: 30, as_of: expect.any(String) });
  // P2: all balances together are 0.
  expect(owed.total).toBe(found.issued_total - found.revenue - found.paid_out);
  const { body: realm } = await operator.get('/admin/ledger/liabilities?realm=78');
  expect(realm.owed.available).toBe(30);
});

it('P2 shows the report of the last audit, also one with errors, which servers cannot write', async () => {
  const empty = LedgerAudit.parse((await operator.get('/admin/ledger/audit')).body);
  expect(empty).toMatchObject({
    ended_at: null,
    ok: null,
    errors: [],
    command: expect.stringContaining('audit'),
  });
  const report = await auditLedger(server.deps.db, { mode: 'full' });
  await writeAuditReport(server.deps.db, report, 1);
  expect((await operator.get('/admin/ledger/audit')).body.ended_at).toBeNull();
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  try {
    await writeAuditReport(owner, report, 1.5);
    expect(LedgerAudit.parse((await operator.get('/admin/ledger/audit')).body)).toMatchObject({
      ok: report.ok,
      is_full: true,
      seconds: 1.5,
      checked: { postings: report.checked.postings },
    });
    const error = { check: 'holds', table: 'wallets', row: 'x', message: 'y' } as const;
    await writeAuditReport(owner, { ...report, ok: false, errors: [error] }, 2);
    expect((await operator.get('/admin/ledger/audit')).body).toMatchObject({ ok: false, errors: [error] });
  } finally {
    await owner.close();
  }
});

it('O1 pages of transfers read by an index or a limited number of transfers', async () => {
  const explaining = await createExplainingDatabase();
  const own = await startApp({ redis: null, database: explaining, overrides: { limitRules: noLimits } });
  const reader = await own.signIn({ role: 1 });
  await own.asOwner(`SET session_replication_role = 'replica';
    INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
      SELECT ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        CASE WHEN n % 1000 = 0 THEN 'chargeback' ELSE 'bid_hold' END, 0, 'auction', (n % 1000)::text, 'g' || n, ''
      FROM generate_series(1, 30000) AS n;
    INSERT INTO postings (transfer_id, no, realm, unit, amount, source, destination, xid)
      SELECT ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 0, 0, 'coin', 1, 'issuance', 'revenue', '700'
      FROM generate_series(1, 30000) AS n;
    ANALYZE transfers; ANALYZE postings`);
  const costOf = async (query: string) => {
    let count = 0;
    const done = await recordQueries(own.deps.db).during(async () => {
      count = (await reader.get(`/admin/ledger/transfers?limit=20&${query}`)).body.items.length;
    });
    const reads = done.filter(({ text }) => /FROM (transfers|postings)/.test(text));
    expect([query, reads.flatMap(({ sequentialScans }) => sequentialScans)]).toEqual([query, []]);
    return { count, buffers: sumBuffers(reads) };
  };
  for (const query of [
    '',
    'kind=bid_hold',
    'kind=chargeback',
    'subject_kind=auction&subject_id=7',
    'subject_id=7',
  ]) {
    const { count, buffers } = await costOf(query);
    expect([query, count]).toEqual([query, 20]);
    expect([query, buffers < 1_500]).toEqual([query, true]);
  }
  // Nothing of this realm: one window of the newest transfers.
  const { body } = await reader.get('/admin/ledger/transfers?realm=5');
  expect(body).toMatchObject({ items: [], next: expect.any(String) });
  await own.close();
  await explaining.drop();
});
