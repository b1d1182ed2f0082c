import { exportedLists } from '@copup/shared/exported-lists.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1 });
});
afterAll(() => app?.close());

async function download(path: string): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${app.url}/api${path}`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  return { status: reply.status, text: await reply.text() };
}
const linesOf = (text: string) => text.trimEnd().split('\r\n');
const lastAction = async () =>
  (
    await app.deps.db.pool.query<{ action: string; subject_id: string }>(
      'SELECT action, subject_id FROM admin_audit ORDER BY id DESC LIMIT 1',
    )
  ).rows[0];

describe('O3 CSV of the operators’ lists', () => {
  it('each can be downloaded, and the download is audited; refuses what the list refuses', async () => {
    for (const list of exportedLists) {
      const { status } = await download(`/admin/export/${list}`);
      expect([status, await lastAction()]).toEqual([200, { action: 'list.export', subject_id: list }]);
    }
    expect((await download('/admin/export/users?realm=x')).status).toBe(400);
    expect((await download('/admin/export/sessions')).status).toBe(400);
  });

  it('has the rows that the filters select, with times of Lagos and without formulas', async () => {
    const { user } = await app.signIn({ username: 'csv_ada' });
    await app.deps.db.pool.query(
      `UPDATE users SET full_name = '=HYPERLINK("https://evil.test")' WHERE id = $1`,
      [user.id],
    );
    const { status, text } = await download('/admin/export/users?q=csv_ada&sort=username&order=ASC');
    expect(status).toBe(200);
    const [head = '', row = '', ...others] = linesOf(text);
    expect(others).toEqual([]);
    expect(head).toContain('Full name');
    expect(head).toContain('Created at (Lagos, UTC+1)');
    expect(row).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(row).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  });

  it('takes every filter of every list', () => {
    const { paths = {} } = app.app.swagger() as unknown as {
      paths: Record<string, { get: { parameters: { in: string; name: string }[] } }>;
    };
    const filtersOf = (path: string) =>
      (paths[path]?.get.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
    const known = filtersOf('/api/admin/export/{list}');
    expect(filtersOf('/api/admin/payments')).toContain('status');
    const unknown = exportedLists.flatMap((list) => {
      expect(paths[`/api/admin/${list}`]?.get, list).toBeDefined();
      return filtersOf(`/api/admin/${list}`)
        .filter((name) => !['page', 'perPage', 'count'].includes(name) && !known.includes(name))
        .map((name) => `${list}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  it('has more rows than one page of the list', async () => {
    await app.asOwner(
      `INSERT INTO admin_audit (operator_id, action, subject_kind, subject_id)
       SELECT '${operator.user.id}', 'test.row', 'test', n::text FROM generate_series(1, 2345) AS n`,
    );
    const { text } = await download('/admin/export/audit-log?action=test.row&sort=id&order=ASC');
    const lines = linesOf(text);
    expect(lines).toHaveLength(2_346);
    expect(new Set(lines).size).toBe(2_346);
  });
});

describe('O1 CSV of the ledger', () => {
  it('has a line for each posting, and those of a filter only', async () => {
    const { user } = await app.signIn({ coins: 250 });
    const { text } = await download(`/admin/ledger/transfers/csv?user_id=${user.id}`);
    const [head = '', ...rows] = linesOf(text);
    expect(head).toMatch(/^"?Time \(Lagos, UTC\+1\)/);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(user.username);
    expect(await lastAction()).toMatchObject({ action: 'ledger.export' });
  });

  it('has every entry of a user’s timeline, more than one reading', async () => {
    const { user } = await app.signIn({ coins: 1_000 });
    const [own, away] = [available(user), { kind: 'issuance' } as const];
    await post(
      app.deps.db,
      ...Array.from({ length: 120 }, (_, nth) => (nth % 2 ? move(own, away, 1) : move(away, own, 1))),
    );
    const { rows } = await app.deps.db.pool.query<{ version: number }>(
      'SELECT version FROM wallets WHERE user_id = $1',
      [user.id],
    );
    const { text } = await download(`/admin/ledger/wallets/${user.id}/csv`);
    expect(linesOf(text)).toHaveLength((rows[0]?.version ?? 0) + 1);
    expect(await lastAction()).toEqual({ action: 'timeline.export', subject_id: user.id });
  });
});
