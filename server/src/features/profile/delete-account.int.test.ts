import { limitRules } from '@copup/shared/limit-rules.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPasswords } from '../../../test/plain-passwords.ts';
import { untilDecided } from '../../../test/until-decided.ts';
import { auditLedger } from '../../audit.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { auctionKind } from '../auctions/auctions.subject.ts';

const password = 'a passphrase of Ada';
let app: TestApp;
let hash: string;
let operator: SignedInClient;

beforeAll(async () => {
  // The strict bucket of wrong passwords is the product's.
  const { login, loginOfAccount } = limitRules;
  const limits = { ...noLimits, login: { ...login, perAddress: 10_000 }, loginOfAccount };
  app = await startApp({ redis: null, overrides: { limitRules: limits, passwords: plainPasswords } });
  hash = await plainPasswords.hash(password);
  operator = await app.signIn({ role: 1 });
});
afterAll(() => app?.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.db.pool.query<Row>(text, values)).rows;
async function newPlayer(coins = 0) {
  const player = await app.signIn({ coins });
  await query('UPDATE users SET password_hash = $2 WHERE id = $1', [player.user.id, hash]);
  return player;
}
const remove = (player: SignedInClient, over: object = {}) =>
  player.delete('/user/delete', { password, ...over });
const preview = async (player: SignedInClient) => (await player.get('/user/deletion-preview')).body;
const userRow = async (player: SignedInClient) =>
  (await query<Record<string, unknown>>('SELECT * FROM users WHERE id = $1', [player.user.id]))[0];
const wallet = async (player: SignedInClient) =>
  (
    await query<Record<string, unknown>>(
      'SELECT available, held, bonus, task FROM wallets WHERE user_id = $1',
      [player.user.id],
    )
  )[0];
const unclaimed = async (unit = 'coin'): Promise<number> => {
  const [row] = await query<{ sum: string }>(
    `SELECT coalesce(sum(CASE WHEN destination = 'unclaimed' THEN amount ELSE -amount END), 0) AS sum
     FROM postings WHERE unit = $1::coin_unit AND 'unclaimed' IN (source, destination)`,
    [unit],
  );
  return Number(row?.sum);
};

async function newAuction(over: object = {}): Promise<number> {
  const { body } = await operator.post('/admin/auctions', {
    name: 'Tecno Phantom',
    category: 'product',
    price: 100,
    entry_bid_points: 5,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
    ...over,
  });
  return body.id;
}
async function close(id: number): Promise<void> {
  await query(
    `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  await closeSubjects(app.deps, auctionKind, [id]);
}

describe('S7 DELETE /user/delete', () => {
  it('erases personal data, ends every session and keeps the ledger', async () => {
    const ada = await newPlayer();
    const second = await app.signInAs(ada.user.id);
    const form = new FormData();
    for (const [name, value] of Object.entries({
      full_name: 'Adaeze Okonkwo',
      username: ada.user.username,
      email: `${ada.user.username}@example.test`,
    }))
      form.set(name, value);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    form.set('profile', new Blob([picture]));
    await ada.call('PUT', '/user/profile', { body: form });
    const { profile } = (await ada.get('/user/profile')).body;

    const reply = await remove(ada);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Account deleted successfully' }]);
    for (const client of [ada, second]) expect((await client.get('/user/profile')).status).toBe(401);
    expect(await userRow(ada)).toMatchObject({
      username: expect.stringMatching(/^deleted_[0-9a-f]{12}$/),
      full_name: 'Deleted account',
      email: null,
      password_hash: null,
      profile: null,
      deleted_at: expect.any(Date),
    });
    expect((await fetch(`${app.url}${profile}`)).status).toBe(404);
    const tables = [
      'users',
      'sessions',
      'known_devices',
      'notifications',
      'one_time_codes',
      'reserved_usernames',
      'pins',
    ];
    for (const table of tables) {
      const rows = await query(`SELECT row_to_json(t)::text AS row FROM ${table} t`);
      expect(JSON.stringify(rows)).not.toContain(ada.user.username);
      expect(JSON.stringify(rows)).not.toContain('Adaeze');
    }
    // The address and the name are free again.
    await createUser(app.deps.db, { username: ada.user.username });
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
  });

  it('needs the password, with the limits of a sign-in', async () => {
    const ada = await newPlayer();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await remove(ada, { password: 'wrong' })).body.code).toBe('WRONG_PASSWORD');
    }
    expect((await remove(ada)).status).toBe(429);
    expect((await userRow(ada))?.deleted_at).toBeNull();
  });

  it('needs a recent sign-in of a user without a password', async () => {
    const ada = await app.signIn();
    await query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1", [
      ada.user.id,
    ]);
    expect(await preview(ada)).toMatchObject({ needs_password: false });
    expect((await ada.delete('/user/delete', {})).body.code).toBe('REAUTH_NEEDED');
    await query('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [ada.user.id]);
    expect((await ada.delete('/user/delete', {})).status).toBe(200);
  });

  it('X4 refuses a balance that is not forfeited, with its amount, and moves a forfeited one to unclaimed', async () => {
    const ada = await newPlayer(70);
    await post(
      app.deps.db,
      move({ kind: 'issuance' }, { kind: 'bonus', id: ada.user.id }, 30),
      move({ kind: 'issuance' }, { kind: 'task', id: ada.user.id }, 12, { unit: 'task' }),
    );
    expect(await preview(ada)).toMatchObject({
      blocks: [],
      bid_points: 100,
      task_coin: 12,
      needs_password: true,
    });
    for (const forfeit of [undefined, false]) {
      const { body } = await remove(ada, { forfeit });
      expect(body).toMatchObject({ code: 'FORFEIT_NEEDED', details: { bid_points: 100, task_coin: 12 } });
    }
    const before = [await unclaimed(), await unclaimed('task')];
    expect((await remove(ada, { forfeit: true })).status).toBe(200);
    expect(await wallet(ada)).toEqual({ available: 0, held: 0, bonus: 0, task: 0 });
    expect([await unclaimed(), await unclaimed('task')]).toEqual([
      (before[0] ?? 0) + 100,
      (before[1] ?? 0) + 12,
    ]);
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
  });

  it('is refused with every reason: held coins, joined auctions, cart items, open orders', async () => {
    const ada = await newPlayer(100);
    const id = await newAuction();
    const kinds = async () => (await preview(ada)).blocks.map(({ kind }: { kind: string }) => kind);
    await ada.post(`/auction/pay-entry/${id}`);
    expect(await kinds()).toEqual(['auction']);
    await ada.post(`/auction/bid/${id}`);
    const { body } = await remove(ada, { forfeit: true });
    expect(body).toMatchObject({ code: 'DELETION_BLOCKED' });
    expect(body.details.blocks).toEqual([
      { kind: 'held', details: '', bid_points: 1, path: '/timeline' },
      { kind: 'auction', details: 'Tecno Phantom', bid_points: null, path: `/auction/${id}` },
    ]);
    await close(id);
    expect(await kinds()).toEqual(['cart']);
    await ada.post('/cart/checkout', { address: '12 Allen Avenue, Ikeja', contactInfo: '08031234567' });
    expect(await kinds()).toEqual(['order']);
    await query("UPDATE orders SET status = 'delivered' WHERE user_id = $1", [ada.user.id]);
    expect(await kinds()).toEqual([]);
    expect((await remove(ada, { forfeit: true })).status).toBe(200);
    expect(await query('SELECT address, contact_info FROM orders WHERE user_id = $1', [ada.user.id])).toEqual(
      [{ address: null, contact_info: null }],
    );
  });

  it('later credits of every kind go to unclaimed, and the ledger stays whole', async () => {
    const [ada, tunde] = [await newPlayer(), await newPlayer(50)];
    expect((await remove(ada)).status).toBe(200);
    const before = await unclaimed();
    await post(
      app.deps.db,
      move(available(tunde.user), available(ada.user), 10),
      move({ kind: 'issuance' }, { kind: 'bonus', id: ada.user.id }, 5),
    );
    expect(await unclaimed()).toBe(before + 15);
    expect(await wallet(ada)).toEqual({ available: 0, held: 0, bonus: 0, task: 0 });
    const opened = query('UPDATE wallets SET closed_at = NULL WHERE user_id = $1', [ada.user.id]);
    await expect(opened).rejects.toThrow('closes once');
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
  });

  it('racing with credits and joins leaves every coin somewhere and no open subject', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [ada, tunde] = [await newPlayer(20), await newPlayer(20)];
      const id = await newAuction();
      const [deleted] = await Promise.all([
        remove(ada, { forfeit: true }),
        ada.post(`/auction/pay-entry/${id}`),
        post(app.deps.db, move(available(tunde.user), available(ada.user), 3)),
        post(app.deps.db, move({ kind: 'issuance' }, available(ada.user), 4)),
      ]);
      if (deleted.status === 200) {
        expect(await wallet(ada)).toEqual({ available: 0, held: 0, bonus: 0, task: 0 });
        expect(await query('SELECT FROM auction_entries WHERE user_id = $1', [ada.user.id])).toEqual([]);
      } else expect(deleted.body.code).toBe('DELETION_BLOCKED');
    }
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
  });

  it('happens once for two requests at the same moment', async () => {
    const ada = await newPlayer(9);
    const before = await unclaimed();
    const statuses = (await Promise.all([1, 2, 3].map(() => remove(ada, { forfeit: true })))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await unclaimed()).toBe(before + 9);
  });

  it('is not possible for the last owner, also when two owners delete their accounts at once', async () => {
    const own = await startApp({ redis: null, overrides: { limitRules: noLimits } });
    const [first, second] = [await own.signIn({ role: 1 }), await own.signIn({ role: 1 })];
    const auditor = await own.signIn({ operatorRole: 'auditor' });
    const replies = await Promise.all(
      [first, second].map((each) => untilDecided(() => each.delete('/user/delete', {}))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409)?.body;
    expect(refused.details.blocks).toMatchObject([{ kind: 'last_operator' }]);
    expect((await auditor.delete('/user/delete', {})).status).toBe(200);
    await own.close();
  });

  it('is refused while a payment, a trade or a payout is open', async () => {
    const ada = await newPlayer(100);
    await query(
      `INSERT INTO manual_payments (user_id, package_id, bid_points, price_kobo, reference, sender_account_name)
       SELECT $1, id, bid_points, price_kobo, 'REF-9', 'Ada Obi' FROM coin_packages LIMIT 1`,
      [ada.user.id],
    );
    await query(
      `INSERT INTO payouts (user_id, bid_points, rate_kobo, bank_id, account_name, account_number, name_differs)
       SELECT $1, 20, 9000, id, 'Ada Obi', '0123456789', false FROM banks LIMIT 1`,
      [ada.user.id],
    );
    await query(
      `WITH trader AS (INSERT INTO traders (name, user_id, price_kobo, min_points, max_points, payment_method, account_name, account_number)
         VALUES ('Kano Coins', $1, 9300, 1, 100, 'Bank', 'Kano', '0123456789') RETURNING id)
       INSERT INTO trades (trader_id, user_id, bid_points, price_kobo, expires_at)
       SELECT id, $1, 30, 279000, now() + interval '30 minutes' FROM trader`,
      [ada.user.id],
    );
    const { blocks } = await preview(ada);
    expect(blocks).toContainEqual({
      kind: 'trade',
      details: 'Kano Coins',
      bid_points: 30,
      path: '/walletPage',
    });
    expect(blocks.filter(({ kind }: { kind: string }) => kind !== 'trade')).toMatchObject([
      { kind: 'payment', details: 'REF-9', path: '/payment-history' },
      { kind: 'payout', details: 'pending', bid_points: 20, path: '/payout-history' },
    ]);
    expect((await remove(ada, { forfeit: true })).body.code).toBe('DELETION_BLOCKED');
    // They have no coins in the ledger, which the audits of other tests would report.
    await app.asOwner(`SET session_replication_role = 'replica'; DELETE FROM trades; DELETE FROM payouts`);
  });
});
