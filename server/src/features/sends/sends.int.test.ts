import { randomBytes } from 'node:crypto';
import { limitRules } from '@copup/shared/limit-rules.ts';
import { RecentRecipients, SendReceipt, SendTerms, WalletOwner } from '@copup/shared/sends.ts';
import type { TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availableOf, PIN, send, sender, sendUntilDecided, startSendApp } from '../../../test/send-world.ts';
import { newWalletAddress } from '../../accounts/identifiers.ts';
import { auditLedger } from '../../audit.ts';
import { demoPin } from '../../demo-accounts.ts';
import { verifyPin } from '../../pins/pins.ts';
import { seedDemo } from '../../seed-demo.ts';
import { sendsDemo } from './demo.ts';

let database: TestDatabase;
let app: TestApp;
/** Another server of the same database. */
let other: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  [app, other] = await Promise.all([startSendApp({ database }), startSendApp({ database })]);
});
afterAll(async () => {
  await Promise.all([app?.close(), other?.close()]);
  await database?.drop();
});

const query = async (text: string, values: unknown[] = []) =>
  (await app.deps.db.pool.query(text, values)).rows;
const outcome = ({ status, body }: ApiReply) => [status, body?.code ?? body?.message];
const expectAudited = async () => expect((await auditLedger(app.deps.db)).errors).toEqual([]);

describe('W10 GET /user/wallet/{address}', () => {
  it('names the owner with a masked full name', async () => {
    const [ada, bola] = [await app.signIn(), await app.signIn()];
    await query(`UPDATE users SET full_name = 'Bola Ọlátúnjí' WHERE id = $1`, [bola.user.id]);
    const { status, body } = await ada.get(`/user/wallet/${bola.user.walletAddress}`);
    expect(status).toBe(200);
    expect(WalletOwner.parse(body)).toEqual({
      wallet_address: bola.user.walletAddress,
      username: bola.user.username,
      full_name: 'B••• Ọ•••••••',
      profile: null,
    });
    // W21: a whole username names the same person; a part of it is unknown.
    for (const same of [bola.user.walletAddress, bola.user.username])
      expect((await ada.get(`/user/wallet/${same.toUpperCase()}`)).body).toEqual(body);
    const part = bola.user.username.slice(0, -1);
    expect((await ada.get(`/user/wallet/${part}`)).body).toMatchObject({
      code: 'WALLET_NOT_FOUND',
      message: `No player is called ${part}.`,
    });
  });

  it('S5 refuses a mistyped address; reports deleted accounts and other realms as unknown', async () => {
    const [ada, gone, tester] = [await app.signIn(), await app.signIn(), await app.signIn({ realm: 7 })];
    const address = gone.user.walletAddress;
    const swapped = `${address.slice(0, 10)}${address[10] === 'q' ? 'p' : 'q'}${address.slice(11)}`;
    for (const bad of [swapped, 'cp', 'no-thing', address.slice(0, -1), `bc${address.slice(2)}`])
      expect(outcome(await ada.get(`/user/wallet/${bad}`))).toEqual([400, 'BAD_WALLET_ADDRESS']);
    await query('UPDATE users SET deleted_at = now() WHERE id = $1', [gone.user.id]);
    const names = [gone, tester].map(({ user }) => user.username);
    for (const unknown of [address, tester.user.walletAddress, newWalletAddress(randomBytes), ...names])
      expect(outcome(await ada.get(`/user/wallet/${unknown}`))).toEqual([404, 'WALLET_NOT_FOUND']);
  });

  it('is limited to 10 a minute', async () => {
    const limited = await startSendApp({
      database,
      overrides: { limitRules: { walletLookup: limitRules.walletLookup } },
    });
    const ada = await limited.signIn();
    const replies = [];
    for (let nth = 0; nth < 11; nth += 1)
      replies.push((await ada.get(`/user/wallet/${ada.user.walletAddress}`)).status);
    expect(replies).toEqual([...Array(10).fill(200), 429]);
    await limited.close();
  });
});

it('W21 GET /user/recipients lists the people the user sent to, the last one first', async () => {
  const [ada, bola, cara] = [await sender(app), await sender(app), await app.signIn()];
  const list = async (of: typeof ada) =>
    RecentRecipients.parse((await of.get('/user/recipients')).body).items;
  expect(await list(ada)).toEqual([]);
  for (const to of [bola, cara, bola]) await send(ada, to, 1);
  const recent = await list(ada);
  expect(recent.map(({ username }) => username)).toEqual([bola.user.username, cara.user.username]);
  const owner = (await ada.get(`/user/wallet/${bola.user.walletAddress}`)).body;
  expect(recent[0]).toEqual({ ...owner, last_sent_at: expect.any(String) });
  expect(await list(bola)).toEqual([]);
  await query('UPDATE users SET deleted_at = now() WHERE id = $1', [bola.user.id]);
  expect((await list(ada)).map(({ username }) => username)).toEqual([cara.user.username]);
});

describe('W1 POST /user/send-bid-points', () => {
  it('W6 moves the amount, adds a charge of 1 % rounded up, returns a receipt, and notifies the recipient', async () => {
    const [ada, bola] = [await sender(app, { coins: 1_000, bonus: 5 }), await sender(app, { coins: 3 })];
    const { status, body } = await send(ada, bola, 101);
    expect(status).toBe(200);
    const receipt = SendReceipt.parse(body);
    expect(receipt).toMatchObject({
      message: 'Coins sent successfully',
      amount: 101,
      charge: 2,
      recipient_username: bola.user.username,
      recipient_wallet: bola.user.walletAddress,
      available_points: 897,
      bid_points: 902,
    });
    expect(receipt.recipient_name).toMatch(/^T••• u•+$/);
    expect([await availableOf(app, ada), await availableOf(app, bola)]).toEqual([897, 104]);
    const rows = await query(
      `SELECT t.kind, p.amount, p.source, p.destination FROM transfers t JOIN postings p ON p.transfer_id = t.id
       WHERE t.subject_kind = 'send' AND t.subject_id = $1 ORDER BY p.no`,
      [receipt.id],
    );
    expect(rows).toEqual([
      { kind: 'send', amount: 101, source: 'available', destination: 'available' },
      { kind: 'send', amount: 2, source: 'available', destination: 'revenue' },
    ]);
    const notices = (await bola.get('/user/notifications')).body;
    expect([notices.unread, notices.items[0]]).toMatchObject([
      1,
      { kind: 'received', subject_kind: 'send', details: { name: ada.user.username, amount: 101 } },
    ]);
    await expectAudited();
  });

  it('L4 refuses amounts that are no whole number from 1 to 1,000,000,000', async () => {
    const [ada, bola] = [await sender(app), await app.signIn()];
    for (const amount of [0, -1, 0.1, '1', 1e9 + 1, true, null, [1], 2 ** 53, {}])
      expect([amount, ...outcome(await send(ada, bola, amount))]).toEqual([amount, 400, 'VALIDATION_FAILED']);
    expect(await availableOf(app, ada)).toBe(1_000);
  });

  it('W7 refuses a PIN that is a number, wrong, missing or not set; the count survives', async () => {
    const [ada, bola] = [await sender(app), await app.signIn({ coins: 10 })];
    expect(outcome(await send(ada, bola, 1, { pin: Number(PIN) }))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await send(ada, bola, 1, { pin: undefined }))).toEqual([400, 'PIN_NEEDED']);
    expect(outcome(await send(bola, ada, 1))).toEqual([409, 'PIN_NOT_SET']);
    const replies = [];
    for (let nth = 0; nth < 6; nth += 1) replies.push(outcome(await send(ada, bola, 1, { pin: '9999' })));
    expect(replies).toEqual([...Array(4).fill([400, 'WRONG_PIN']), ...Array(2).fill([423, 'PIN_LOCKED'])]);
    expect(outcome(await send(ada, bola, 1))).toEqual([423, 'PIN_LOCKED']);
    expect(await availableOf(app, ada)).toBe(1_000);
  });

  it('O5 refuses oneself, an unknown or mistyped address, another realm, and a deleted user', async () => {
    const ada = await sender(app);
    const [tester, colleague] = [
      await sender(app, { realm: 7, coins: 100 }),
      await sender(app, { realm: 7 }),
    ];
    expect(outcome(await send(ada, ada, 1))).toEqual([409, 'OWN_ADDRESS']);
    expect(outcome(await send(ada, ada, 1, { recipientWallet: 'cp1nothing' }))).toEqual([
      400,
      'BAD_WALLET_ADDRESS',
    ]);
    expect(outcome(await send(ada, ada, 1, { recipientWallet: newWalletAddress(randomBytes) }))).toEqual([
      404,
      'WALLET_NOT_FOUND',
    ]);
    expect(outcome(await send(ada, tester, 1))).toEqual([404, 'WALLET_NOT_FOUND']);
    expect(outcome(await send(tester, ada, 1))).toEqual([404, 'WALLET_NOT_FOUND']);
    expect((await send(tester, colleague, 50)).status).toBe(200);
    const byName = { recipientWallet: colleague.user.username };
    expect(outcome(await send(tester, colleague, 1, byName))).toEqual([400, 'BAD_WALLET_ADDRESS']);
    const gone = await app.signIn();
    await query('UPDATE users SET deleted_at = now() WHERE id = $1', [gone.user.id]);
    expect(outcome(await send(ada, gone, 1))).toEqual([404, 'WALLET_NOT_FOUND']);
    expect(await availableOf(app, ada)).toBe(1_000);
  });

  it('L6 W5 refuses more than the available coins with the charge, without bonus coins, and while a chargeback is owed', async () => {
    const [ada, bola] = [await sender(app, { coins: 100, bonus: 100 }), await app.signIn()];
    const { body } = await send(ada, bola, 100);
    expect([body.code, body.details]).toEqual(['NOT_ENOUGH_COINS', { needed: 101 }]);
    expect((await send(ada, bola, 99)).status).toBe(200);
    expect(await availableOf(app, ada)).toBe(0);
    const debtor = await sender(app);
    await query(
      `INSERT INTO receivables (id, realm, user_id, subject_kind, subject_id, amount) VALUES ($1::uuid, 0, $2, 'payment', $1::uuid, 30)`,
      [uuidv7(), debtor.user.id],
    );
    expect((await send(debtor, bola, 1)).body).toMatchObject({ code: 'OWES_COINS', details: { owed: 30 } });
  });

  it('W10 refuses more than 100,000 coins at once and 500,000 in a day of Africa/Lagos', async () => {
    const [ada, bola] = [await sender(app, { coins: 1_000_000 }), await app.signIn()];
    expect((await send(ada, bola, 100_001)).body).toMatchObject({
      code: 'SEND_LIMIT',
      details: { maximum: 100_000 },
    });
    for (let nth = 0; nth < 4; nth += 1) expect((await send(ada, bola, 100_000)).status).toBe(200);
    expect((await send(ada, bola, 99_999)).status).toBe(200);
    expect((await send(ada, bola, 2)).body).toMatchObject({ code: 'SEND_LIMIT', details: { left: 1 } });
    const terms = SendTerms.parse((await ada.get('/user/send-terms')).body);
    expect(terms).toMatchObject({ charge_percent: 1, maximum: 100_000, left: 1, waits_until: null, owed: 0 });
    // Those of the day before do not count.
    await app.asOwner(
      `ALTER TABLE sends DISABLE TRIGGER sends_append_only;
       UPDATE sends SET created_at = date_trunc('day', now() AT TIME ZONE 'Africa/Lagos') AT TIME ZONE 'Africa/Lagos' - interval '1 ms'
       WHERE sender_id = '${ada.user.id}';
       ALTER TABLE sends ENABLE TRIGGER sends_append_only`,
    );
    expect((await send(ada, bola, 2)).status).toBe(200);
  });

  it('W8 accepts 100 coins in total in the waiting period, then refuses with its end', async () => {
    const [ada, bola] = [await sender(app), await app.signIn()];
    expect((await send(ada, bola, 200)).status).toBe(200);
    await query(`UPDATE users SET credentials_changed_at = clock_timestamp() WHERE id = $1`, [ada.user.id]);
    const [{ at }] = await query('SELECT credentials_changed_at AS at FROM users WHERE id = $1', [
      ada.user.id,
    ]);
    expect((await send(ada, bola, 60)).status).toBe(200);
    const until = new Date(at.getTime() + 24 * 3_600_000).toISOString();
    const { status, body } = await send(ada, bola, 41);
    expect([status, body.code, body.details]).toEqual([409, 'WAITING_PERIOD', { until, left: 40 }]);
    expect((await ada.get('/user/send-terms')).body).toMatchObject({ left: 40, waits_until: until });
    expect((await send(ada, bola, 40)).status).toBe(200);
    expect((await send(ada, bola, 1)).body.code).toBe('WAITING_PERIOD');
    await query(`UPDATE users SET credentials_changed_at = now() - interval '24 hours' WHERE id = $1`, [
      ada.user.id,
    ]);
    expect((await send(ada, bola, 1)).status).toBe(200);
  });

  it('P6 a key has one effect: in parallel, on two servers, and for another body 409', async () => {
    const [ada, bola] = [await sender(app), await app.signIn()];
    const there = Object.assign(other.client.withToken(ada.token), { user: ada.user, token: ada.token });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        sendUntilDecided(nth % 2 ? there : ada, bola, 10, { key: 'one' }),
      ),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect(await availableOf(app, ada)).toBe(1_000 - 11);
    for (const changed of [
      send(ada, bola, 11, { key: 'one' }),
      send(ada, await app.signIn(), 10, { key: 'one' }),
    ])
      expect(outcome(await changed)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    // Another user's key is another key, and a refusal is not stored.
    const cara = await sender(app, { coins: 5 });
    expect((await send(cara, bola, 10, { key: 'one' })).body.code).toBe('NOT_ENOUGH_COINS');
    expect((await send(cara, bola, 4, { key: 'one' })).status).toBe(200);
  });

  it('S6 the stored reply and its hash contain no PIN: the same key repeats with another right PIN', async () => {
    const [ada, bola] = [await sender(app), await app.signIn()];
    const { body } = await send(ada, bola, 10, { key: 'again' });
    await ada.post('/user/set-pin', { oldPin: PIN, newPin: '9911' });
    expect((await send(ada, bola, 10, { key: 'again', pin: '9911' })).body).toEqual(body);
    expect((await send(ada, bola, 10, { key: 'again' })).body.code).toBe('WRONG_PIN');
  });

  it('L5 opposite sends on two servers never deadlock and lose no coin', async () => {
    const [ada, bola] = [await sender(app), await sender(app)];
    const there = Object.assign(other.client.withToken(bola.token), { user: bola.user, token: bola.token });
    const deadlocks = async () =>
      (await query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))[0].deadlocks;
    const before = await deadlocks();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        nth % 2 ? sendUntilDecided(ada, bola, 3) : sendUntilDecided(there, ada, 3),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect([await availableOf(app, ada), await availableOf(app, bola)]).toEqual([980, 980]);
    expect(await deadlocks()).toBe(before);
    await expectAudited();
  });
});

describe('the audit of sends', () => {
  it('P2 finds a send that differs from its transfer or its charge', async () => {
    const [ada, bola] = [await sender(app), await app.signIn()];
    const id = (await send(ada, bola, 10)).body.id as string;
    await expectAudited();
    const tamper = (set: string) =>
      app.asOwner(`ALTER TABLE sends DISABLE TRIGGER sends_append_only; UPDATE sends SET ${set} WHERE id = '${id}';
        ALTER TABLE sends ENABLE TRIGGER sends_append_only`);
    for (const [set, undo, message] of [
      ['amount = 11', 'amount = 10', 'differs from its transfer'],
      ['charge = 0', 'charge = 1', 'differs from its charge'],
    ] as const) {
      await tamper(set);
      expect((await auditLedger(app.deps.db)).errors).toEqual([
        { check: 'users', table: 'sends', row: id, message },
      ]);
      await tamper(undo);
    }
    await expectAudited();
  });
});

it('X11 the demo sets the PINs of its players and has sends between them, once', async () => {
  const demo = await startSendApp();
  await seedDemo(demo.deps, []);
  for (let nth = 0; nth < 2; nth += 1) await sendsDemo.renew(demo.deps);
  const { rows } = await demo.deps.db.pool.query('SELECT count(*) AS n FROM sends');
  expect(rows).toEqual([{ n: 4 }]);
  const { rows: owners } = await demo.deps.db.pool.query('SELECT user_id AS id FROM pins');
  expect(owners).toHaveLength(2);
  for (const { id } of owners) await verifyPin(demo.deps, { userId: id, pin: demoPin, network: 'tests' });
  expect((await auditLedger(demo.deps.db)).errors).toEqual([]);
  await demo.close();
});
