import { Transaction } from '@copup/shared/sends.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, sender, startSendApp } from '../../../test/send-world.ts';
import { auditLedger } from '../../audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { openHolds } from '../../ledger/holds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startSendApp();
});
afterAll(() => app?.close());

const list = async (by: SignedInClient, query = '') => {
  const { status, body, headers } = await by.get(`/user/transactions${query}`);
  expect(status).toBe(200);
  return {
    rows: body.map((row: unknown) => Transaction.parse(row)) as Transaction[],
    next: headers.get('x-next-cursor'),
  };
};

describe('W11 GET /user/transactions', () => {
  it('lists sends in both directions, newest first, with the specified fields', async () => {
    const [ada, bola] = [await sender(app), await sender(app)];
    const first = (await send(ada, bola, 10)).body;
    const second = (await send(bola, ada, 250)).body;
    const { rows, next } = await list(ada);
    expect(next).toBeNull();
    expect(rows).toMatchObject([
      { id: second.id, direction: 'received', amount: 250, charge: 3, sender_username: bola.user.username },
      { id: first.id, direction: 'sent', amount: 10, charge: 1, recipient_username: bola.user.username },
    ]);
    expect((await list(bola)).rows.map(({ direction }) => direction)).toEqual(['sent', 'received']);
  });

  it('R1 finds by username, and filters by direction; empty query values count as missing', async () => {
    const [ada, bola, cara] = [await sender(app), await sender(app), await sender(app)];
    for (let nth = 1; nth <= 3; nth += 1) {
      await send(ada, bola, nth);
      await send(cara, ada, 10 * nth);
    }
    const amounts = (rows: Transaction[]) => rows.map(({ amount }) => amount);
    expect(amounts((await list(ada, '?limit=&before=&direction=')).rows)).toEqual([30, 3, 20, 2, 10, 1]);
    expect(amounts((await list(ada, `?q=${cara.user.username.slice(2, 12)}`)).rows)).toEqual([30, 20, 10]);
    expect(amounts((await list(ada, `?q=${ada.user.username}`)).rows)).toEqual([]);
    expect(amounts((await list(ada, '?q=%25')).rows)).toEqual([]);
    expect(amounts((await list(ada, '?direction=sent&limit=2')).rows)).toEqual([3, 2]);
    expect(amounts((await list(ada, '?direction=received')).rows)).toEqual([30, 20, 10]);
  });

  it('shows no other user’s sends, also by their cursor', async () => {
    const [ada, bola, eve] = [await sender(app), await sender(app), await sender(app)];
    await send(ada, bola, 1);
    await send(ada, bola, 2);
    expect((await list(eve)).rows).toEqual([]);
    await send(eve, ada, 5);
    await send(ada, bola, 3);
    const { next } = await list(ada, '?limit=1');
    expect((await list(eve, `?before=${next}`)).rows).toMatchObject([{ amount: 5 }]);
  });
});

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
const statement = (by: SignedInClient, from: string, to: string) =>
  by.get(`/user/statement?from=${from}&to=${to}`);
const cellsOf = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

describe('W6 GET /user/statement', () => {
  it('has every change of the own wallet, and equals the ledger', async () => {
    const [ada, bola] = [await sender(app, { coins: 1_000, bonus: 20 }), await sender(app)];
    await send(ada, bola, 10);
    await sendAsBefore(bola, ada, 100);
    await inTransaction(app.deps.db, async (tx) => {
      await openHolds(tx, {
        subject: { kind: 'auction', id: '1001' },
        realm: 0,
        transferKind: 'bid_hold',
        holds: [{ id: uuidv7(), userId: ada.user.id, amount: 40, transferId: uuidv7(), key: uuidv7() }],
      });
    });
    const { status, headers, text } = await statement(ada, today(), today());
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="copup-${today()}-to-${today()}.csv"`,
    );
    const [head, ...lines] = cellsOf(text);
    expect(head).toEqual([
      'Date',
      'Time',
      'Kind',
      'Subject',
      'Balance',
      'In',
      'Out',
      'Balance after',
      'Transfer',
    ]);
    expect(
      lines.map(([, , kind, subject, part, inn, out, after]) => [kind, subject, part, inn, out, after]),
    ).toEqual([
      ['adjust', `user ${ada.user.id}`, 'available', '1000', '', '1000'],
      ['adjust', `user ${ada.user.id}`, 'bonus', '20', '', '20'],
      ['send', `to ${bola.user.username}`, 'available', '', '10', '990'],
      ['send_charge', expect.stringMatching(/^send /), 'available', '', '1', '989'],
      ['send', `from ${bola.user.username}`, 'available', '100', '', '1089'],
      ['bid_hold', 'auction 1001', 'available', '', '40', '1049'],
      ['bid_hold', 'auction 1001', 'held', '40', '', '40'],
    ]);
    const { rows } = await app.deps.db.pool.query(
      'SELECT available, held, bonus FROM wallets WHERE user_id = $1',
      [ada.user.id],
    );
    for (const part of ['available', 'held', 'bonus'] as const) {
      const own = lines.filter((line) => line[4] === part);
      expect(own.reduce((sum, line) => sum + Number(line[5]) - Number(line[6]), 0)).toBe(rows[0][part]);
    }
    expect(text).not.toContain(bola.user.id);
    const ofBola = cellsOf((await statement(bola, today(), today())).text);
    expect(ofBola.map((line) => line[2])).toEqual(['Kind', 'adjust', 'send', 'send', 'send_charge']);
    expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  });

  it('X3 has the days of Africa/Lagos, of a wallet with more changes than one chunk', async () => {
    const ada = await app.signIn({ coins: 5_000 });
    const { inserted } = await insertChanges(ada, 2_500);
    const days = async (from: string, to: string) =>
      cellsOf((await statement(ada, from, to)).text).length - 1;
    expect(await days('2026-03-01', '2026-03-01')).toBe(inserted.first);
    expect(await days('2026-03-02', '2026-03-02')).toBe(inserted.second);
    expect(await days('2026-03-01', '2026-03-02')).toBe(2_500);
    expect(await days('2026-03-03', '2026-03-31')).toBe(0);
  });

  it('refuses a period that is reversed, too long or no days', async () => {
    const ada = await app.signIn();
    for (const [from, to] of [
      ['2026-03-02', '2026-03-01'],
      ['2025-01-01', '2026-03-01'],
      ['2026-02-30', '2026-03-01'],
      ['x', '2026-03-01'],
    ] as const)
      expect((await statement(ada, from, to)).status).toBe(400);
  });
});

/** Sends as earlier versions did, with the charge as a transfer of its own. */
async function sendAsBefore({ user: from }: SignedInClient, { user: to }: SignedInClient, amount: number) {
  const id = uuidv7();
  const common = { subject: { kind: 'send', id }, key: id };
  await post(
    app.deps.db,
    move(available(from), available(to), amount, { ...common, id, kind: 'send' }),
    move(available(from), { kind: 'revenue' }, 1, { ...common, kind: 'send_charge' }),
  );
  const row = [id, from.id, to.id, amount];
  await app.deps.db.pool.query('INSERT INTO sends VALUES ($1, 0, $2, $3, $4, 1, now())', row);
}

/** Adds and takes a coin in turn, with times around midnight of 2 March 2026 in Lagos. Returns the changes of each day. */
async function insertChanges({ user }: SignedInClient, count: number) {
  const first = 1_200;
  await app.asOwner(`
    ALTER TABLE transfers DISABLE TRIGGER USER;
    UPDATE transfers SET created_at = '2026-02-01' WHERE subject_id = '${user.id}';
    ALTER TABLE transfers ENABLE TRIGGER USER`);
  const ids = Array.from({ length: count }, () => uuidv7());
  const midnightMs = Date.parse('2026-03-01T23:00:00Z');
  await app.deps.db.pool.query(
    `INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash, created_at)
     SELECT id, 'adjust', 0, 'test', id::text, id::text, '', to_timestamp(($2 + nth - $3) / 1000.0)
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t (id, nth)`,
    [ids, midnightMs, first + 1],
  );
  await app.deps.db.pool.query(
    `INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
     SELECT id, 0, 0, 'coin', 1, CASE WHEN nth % 2 = 0 THEN 'issuance' ELSE 'available' END::account_kind,
       CASE WHEN nth % 2 = 0 THEN NULL ELSE $2::uuid END,
       CASE WHEN nth % 2 = 0 THEN 'available' ELSE 'issuance' END::account_kind,
       CASE WHEN nth % 2 = 0 THEN $2::uuid END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t (id, nth) ORDER BY nth`,
    [ids, user.id],
  );
  return { inserted: { first, second: count - first } };
}
