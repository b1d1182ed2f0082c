import { randomBytes } from 'node:crypto';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { createUsers } from '../../accounts/create-users.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { updateProfile } from './update-profile.ts';

let app: TestApp;
let nth = 0;
beforeAll(async () => {
  app = await startApp({ redis: null, overrides: { limitRules: noLimits } });
});
afterAll(() => app?.close());

/** A name that no other user of this file has. */
const newName = (word: string) => {
  nth += 1;
  return `${word}_${nth}`;
};
const newPlayer = async (word = 'ada') => app.signIn({ username: newName(word) });
const emailOf = ({ user }: SignedInClient) => `${user.username}@example.test`;

type Fields = Record<string, string | Blob>;
/** Saves the form of the profile page. */
function save(player: SignedInClient, over: Fields = {}) {
  const form = new FormData();
  const fields: Fields = {
    full_name: 'Ada Obi',
    username: player.user.username,
    email: emailOf(player),
    ...over,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return player.call('PUT', '/user/profile', { body: form });
}
const profileOf = async (player: SignedInClient) => (await player.get('/user/profile')).body;
const mails = async (to: string): Promise<{ subject: string; body: string }[]> =>
  (
    await app.deps.db.pool.query<{ subject: string; body: string }>(
      'SELECT subject, body FROM mail_outbox WHERE to_address = $1 ORDER BY id DESC',
      [to],
    )
  ).rows;
const mailedCode = async (to: string) => /\b\d{6}\b/.exec((await mails(to))[0]?.body ?? '')?.[0] ?? '';
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const passDays = (player: SignedInClient, days: number) =>
  app.deps.db.pool.query(
    `WITH moved AS (UPDATE users SET username_changed_at = username_changed_at - $2 * interval '1 day' WHERE id = $1)
     UPDATE reserved_usernames SET until = until - $2 * interval '1 day' WHERE user_id = $1`,
    [player.user.id, days],
  );
/** Creates a user as a registration does. */
const register = (username: string) =>
  inTransaction(app.deps.db, (tx) =>
    createUsers(tx, app.deps, [
      { username, email: `${newName('mail')}@copup.test`, fullName: 'New', passwordHash: null },
    ]),
  );
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00a651' } })
    .png()
    .toBuffer();

describe('W17 PUT /user/profile', () => {
  it('changes names, and needs all three fields', async () => {
    const ada = await newPlayer();
    const saved = await save(ada, { full_name: ' Adaeze Okonkwo ' });
    expect([saved.status, saved.body]).toEqual([200, { message: 'Profile updated successfully' }]);
    expect(await profileOf(ada)).toMatchObject({ full_name: 'Adaeze Okonkwo', email_pending: null });
    for (const name of ['full_name', 'username', 'email']) {
      const { status, body } = await save(ada, { [name]: ' ' });
      expect([status, body.code, body.message]).toEqual([
        400,
        'VALIDATION_FAILED',
        'All fields must be filled out.',
      ]);
      expect(body.issues).toEqual([{ path: name, message: expect.any(String) }]);
    }
    expect((await save(ada, { username: 'shit_4_u' })).status).toBe(400);
    expect((await save(ada, { full_name: 'Сорυр Support' })).body.issues).toMatchObject([
      { path: 'full_name' },
    ]);
  });

  it('changes the username once in 30 days and tells from when it is possible again', async () => {
    const ada = await newPlayer();
    const other = newName('adaeze');
    expect((await profileOf(ada)).username_changes_from).toBeNull();
    expect((await save(ada, { username: other })).status).toBe(200);
    const { username, username_changes_from: from } = await profileOf(ada);
    expect(username).toBe(other);
    expect(Date.parse(from) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    const again = await save(ada, { username: newName('adaora') });
    expect(again.body).toMatchObject({ code: 'USERNAME_TOO_SOON', details: { from } });
    // The case of the same name may change.
    expect((await save(ada, { username: other.toUpperCase() })).status).toBe(200);
    await passDays(ada, 30);
    expect((await save(ada, { username: newName('adaora') })).status).toBe(200);
  });

  it('reserves the old username for that time: for changes and for new users', async () => {
    const [ada, tunde] = [await newPlayer(), await newPlayer('tunde')];
    const old = ada.user.username;
    await save(ada, { username: newName('adaeze') });
    expect((await save(tunde, { username: old.toUpperCase() })).body.code).toBe('USERNAME_TAKEN');
    await expect(register(old)).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
    await passDays(ada, 30);
    expect((await save(tunde, { username: old })).status).toBe(200);
  });

  it('gives a name to one of two users who want it at the same moment', async () => {
    const players = await Promise.all([newPlayer(), newPlayer(), newPlayer(), newPlayer()]);
    const name = newName('wanted');
    const replies = await Promise.all(players.map((player) => save(player, { username: name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    // A registration that waited for the change that gives a name up finds the reservation.
    const winner = players[replies.findIndex(({ status }) => status === 200)] as SignedInClient;
    await passDays(winner, 30);
    const [changed, taken] = await Promise.all([
      save(winner, { username: newName('next') }),
      register(name).then(
        () => 'taken',
        () => 'refused',
      ),
    ]);
    expect([changed.status, taken]).toEqual([200, 'refused']);
  });

  it('stores the picture as squares of 64 and 256, serves it, and replaces and removes it', async () => {
    const ada = await newPlayer();
    await save(ada, { profile: new Blob([await png(500, 300)]) });
    const { profile } = await profileOf(ada);
    expect(profile).toMatch(/^\/uploads\/[0-9a-f]{32}-256\.webp$/);
    const small = profile.replace('-256.', '-64.');
    for (const [path, size] of [
      [profile, 256],
      [small, 64],
    ]) {
      const file = await fetch(`${app.url}${path}`);
      expect(file.headers.get('cache-control')).toContain('immutable');
      const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
      expect([width, height]).toEqual([size, size]);
    }
    // The session knows the picture at once, so that the next bid shows it.
    expect((await ada.post('/auth/renew')).status).toBe(200);
    await save(ada, { profile: new Blob([await png(300, 300)]) });
    const next = await profileOf(ada);
    expect(next.profile).not.toBe(profile);
    expect((await fetch(`${app.url}${profile}`)).status).toBe(404);
    await save(ada, { remove_profile: 'true' });
    expect((await profileOf(ada)).profile).toBeNull();
    expect((await fetch(`${app.url}${next.profile}`)).status).toBe(404);
  });

  it('A12 keeps the picture of a row whose COMMIT was not answered', async () => {
    const ada = await newPlayer();
    const db = faultyDatabase(app.deps.db);
    db.fault = (_nth, statement) => (statement === 'COMMIT' ? 'cut-after' : undefined);
    // Restarted meanwhile, so that the transaction's id says nothing.
    Object.assign(db.pool, { query: async () => ({ rows: [{ started: 'later' }] }) });
    const fields = { full_name: 'Ada Obi', username: ada.user.username, email: emailOf(ada) };
    await expect(
      updateProfile({ ...app.deps, db }, { userId: ada.user.id } as Viewer, {
        fields,
        picture: await png(300, 300),
        network: '127.0.0.1',
      }),
    ).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const { profile } = await profileOf(ada);
    expect((await fetch(`${app.url}${profile}`)).status).toBe(200);
  });

  it('refuses what is no picture, and keeps the profile as it was', async () => {
    const ada = await newPlayer();
    await save(ada, { profile: new Blob([await png(10, 10)]) });
    const before = await profileOf(ada);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const content of [svg, new Uint8Array(5 * 2 ** 20), new Uint8Array(5 * 2 ** 20 + 1)]) {
      const { body } = await save(ada, { full_name: 'Other', profile: new Blob([content]) });
      expect(['BAD_IMAGE', 'BODY_TOO_LARGE']).toContain(body.code);
    }
    const wide = await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(wide.length).toBeGreaterThan(2 * 2 ** 20);
    expect(await profileOf(ada)).toEqual(before);
    // Between 2 and 5 MB.
    expect((await save(ada, { profile: new Blob([wide]) })).status).toBe(200);
  });
});

describe('S6 change of the e-mail', () => {
  it('needs a recent sign-in, waits for the mailed code and notifies the old address', async () => {
    const ada = await newPlayer();
    const email = `${newName('new')}@copup.test`;
    await app.deps.db.pool.query(
      "UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [ada.user.id],
    );
    expect((await save(ada, { email })).body).toMatchObject({ code: 'REAUTH_NEEDED' });
    expect(await mails(email)).toEqual([]);
    await app.deps.db.pool.query('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [
      ada.user.id,
    ]);
    expect((await save(ada, { email })).body).toEqual({ message: 'Profile updated successfully' });
    expect(await profileOf(ada)).toMatchObject({ email: emailOf(ada), email_pending: email });
    // Saving other fields keeps the pending address.
    await save(ada, { full_name: 'Ada Eze' });
    expect((await profileOf(ada)).email_pending).toBe(email);

    const code = await mailedCode(email);
    const refused = await ada.post('/user/profile/confirm-email', { code: wrong(code) });
    expect(refused.body.code).toBe('WRONG_CODE');
    expect((await ada.post('/user/profile/confirm-email', { code })).status).toBe(200);
    expect(await profileOf(ada)).toMatchObject({ email, email_pending: null, unread: 1 });
    const { rows } = await app.deps.db.pool.query(
      'SELECT credentials_changed_at IS NOT NULL AS "waits" FROM users WHERE id = $1',
      [ada.user.id],
    );
    expect(rows).toEqual([{ waits: true }]);
    expect((await mails(emailOf(ada)))[0]?.subject).toContain('was changed');
    expect((await ada.get('/user/notifications')).body.items).toMatchObject([{ kind: 'security' }]);
  });

  it('O3a of an operator takes effect when a second operator approves it', async () => {
    const [by, second] = [await app.signIn({ role: 1 }), await app.signIn({ role: 1 })];
    const email = `${newName('boss')}@copup.test`;
    await save(by, { email });
    const confirmed = await by.post('/user/profile/confirm-email', { code: await mailedCode(email) });
    expect([confirmed.status, (await profileOf(by)).email]).toEqual([202, emailOf(by)]);
    const path = `/admin/approvals/${confirmed.body.approval_id}/approve`;
    expect((await by.post(path)).body.code).toBe('OWN_REQUEST');
    expect((await second.post(path)).body.status).toBe('approved');
    expect(await profileOf(by)).toMatchObject({ email, email_pending: null });
    expect((await mails(emailOf(by)))[0]?.subject).toContain('was changed');
  });

  it('accepts a code once, also from two requests at the same moment, and for 5 attempts', async () => {
    const ada = await newPlayer();
    const email = `${newName('once')}@copup.test`;
    await save(ada, { email });
    const code = await mailedCode(email);
    const confirm = (given: string) => ada.post('/user/profile/confirm-email', { code: given });
    const replies = await Promise.all([confirm(code), confirm(code), confirm(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await mails(emailOf(ada))).length).toBe(1);

    const tunde = await newPlayer('tunde');
    const other = `${newName('tries')}@copup.test`;
    await save(tunde, { email: other });
    const right = await mailedCode(other);
    for (let tries = 0; tries < 5; tries += 1) {
      await tunde.post('/user/profile/confirm-email', { code: wrong(right) });
    }
    expect((await tunde.post('/user/profile/confirm-email', { code: right })).body.code).toBe('WRONG_CODE');
    expect((await profileOf(tunde)).email).toBe(emailOf(tunde));
  });

  it('replies the same for a taken address; its owner is told by mail, and no code is sent', async () => {
    const [ada, tunde] = [await newPlayer(), await newPlayer('tunde')];
    const taken = await save(ada, { email: emailOf(tunde).toUpperCase() });
    const free = await save(await newPlayer(), { email: `${newName('free')}@copup.test` });
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect((await profileOf(ada)).email_pending?.toLowerCase()).toBe(emailOf(tunde));
    const [mail] = await mails(emailOf(tunde));
    expect(mail?.subject).toBe('You already have a Copup account');
    expect(mail?.body).not.toMatch(/\b\d{6}\b/);
    const guessed = await ada.post('/user/profile/confirm-email', { code: '123456' });
    expect(guessed.body.code).toBe('WRONG_CODE');
    expect((await profileOf(tunde)).email).toBe(emailOf(tunde));
  });

  it('does not take an address that was registered after the code was mailed', async () => {
    const ada = await newPlayer();
    const name = newName('late');
    await save(ada, { email: `${name}@example.test` });
    const code = await mailedCode(`${name}@example.test`);
    await app.signIn({ username: name });
    expect((await ada.post('/user/profile/confirm-email', { code })).body.code).toBe('EMAIL_TAKEN');
    expect((await profileOf(ada)).email).toBe(emailOf(ada));
  });
});

it('X1 GET /user/referrals lists the own referrals, newest first, without deleted users', async () => {
  const [ada, tunde] = [await newPlayer(), await newPlayer('tunde')];
  const referred: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { user } = await newPlayer('friend');
    referred.unshift(user.username);
    await app.deps.db.pool.query('UPDATE users SET referred_by = $1 WHERE id = $2', [ada.user.id, user.id]);
  }
  const gone = referred.pop();
  await app.deps.db.pool.query('UPDATE users SET deleted_at = now() WHERE username = $1', [gone]);
  const { body, headers } = await ada.get('/user/referrals');
  expect(headers.get('x-total-count')).toBe('3');
  expect(body.map(({ username }: { username: string }) => username)).toEqual(referred);
  expect(Object.keys(body[0])).toEqual(['id', 'username']);
  expect((await tunde.get('/user/referrals')).body).toEqual([]);
});
