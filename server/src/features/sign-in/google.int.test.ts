import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitRules } from '@copup/shared/limit-rules.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { OAuth2Client } from 'google-auth-library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGoogleVerifier } from '../../accounts/google.ts';

const clientId = 'copup.apps.googleusercontent.com';
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = ours.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A local server in place of the URL at which the provider publishes its keys. */
let keys: Server;
let app: TestApp;

beforeAll(async () => {
  keys = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ k1: certificate }));
  });
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  const google = createGoogleVerifier(clientId, clientOf(keys));
  app = await startApp({
    redis: null,
    overrides: { google, limitRules: { login: { ...limitRules.login, perAddress: 1_000 } } },
  });
});
afterAll(async () => {
  await app?.close();
  keys?.close();
});

function clientOf(server: Server): OAuth2Client {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new OAuth2Client({
    endpoints: { oauth2FederatedSignonPemCertsUrl: url, oauth2FederatedSignonJwkCertsUrl: url },
  });
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function credential(over: object = {}, key: KeyObject = ours.privateKey, header: object = {}): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: 'https://accounts.google.com',
    aud: clientId,
    sub: '1001',
    email: 'ada@gmail.test',
    email_verified: true,
    name: 'Ada Eze',
    iat: nowS - 5,
    exp: nowS + 600,
    ...over,
  };
  const text = `${encode({ alg: 'RS256', kid: 'k1', typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
const google = (body: object) => app.client.post('/auth/google', body);

describe('S4 sign-in with Google', () => {
  it('asks a new user for a username and consent, then signs in without further questions', async () => {
    const first = await google({ credential: credential() });
    expect([first.status, first.body.code, first.body.details]).toEqual([
      409,
      'GOOGLE_SIGN_UP_NEEDED',
      { email: 'ada@gmail.test', full_name: 'Ada Eze' },
    ]);
    const second = await google({ credential: credential(), username: 'ada_g', terms: true, role: 1 });
    expect([second.status, second.body.user]).toEqual([
      200,
      expect.objectContaining({ username: 'ada_g', email: 'ada@gmail.test', role: 0 }),
    ]);
    const third = await google({ credential: credential({ email: 'ada.new@gmail.test' }) });
    expect(third.body.user.id).toBe(second.body.user.id);
    expect((await app.client.withToken(third.body.token).get('/user/profile')).status).toBe(200);
    expect(
      (await app.client.post('/auth/login', { email: 'ada@gmail.test', password: 'anything' })).status,
    ).toBe(401);
  });

  it('X13 does not take over a name that reads as one of this service', async () => {
    const token = credential({ sub: '1313', email: 'copup@gmail.test', name: 'Copup Support' });
    const { body } = await google({ credential: token, username: 'cup_fan', terms: true });
    expect(body.user.full_name).toBe('cup_fan');
  });

  it('uses the account of the same address, but not for a second Google account', async () => {
    const { user } = await app.signIn({ username: 'bisi_g' });
    const email = 'bisi_g@example.test';
    expect((await google({ credential: credential({ sub: '2002', email }) })).body.user.id).toBe(user.id);
    const other = await google({
      credential: credential({ sub: '3003', email }),
      username: 'bisi_2',
      terms: true,
    });
    expect([other.status, other.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it.each([
    ['a bidi override', 'Ada\u202eezE', 'ada'],
    ['marks and spaces', ' Ngọzi Ụ̀zọ̀kwé ', 'Ngọzi Ụ̀zọ̀kwé'.normalize('NFC')],
  ])('does not use a name that is unreadable to other users: %s', async (_what, name, expected) => {
    const { body } = await google({
      credential: credential({ sub: '4004', email: 'ada@gmail2.test', name }),
    });
    expect(body.details.full_name).toBe(expected);
  });

  it.each([
    ['signed by another key', () => credential({}, others.privateKey)],
    ['for another site', () => credential({ aud: 'other.apps.googleusercontent.com' })],
    ['by another issuer', () => credential({ iss: 'https://accounts.evil.example' })],
    ['past its time', () => credential({ iat: 1, exp: 2 })],
    ['whose address is not verified', () => credential({ email_verified: false })],
    ['with an unknown key', () => credential({}, ours.privateKey, { kid: 'k2' })],
    ['without a signature', () => `${credential().split('.').slice(0, 2).join('.')}.`],
    ['that is not a JWT', () => 'nonsense'],
  ])('refuses a credential %s', async (_what, forge) => {
    const reply = await google({ credential: forge(), username: 'evil_g', terms: true });
    expect([reply.status, reply.body.code]).toEqual([401, 'WRONG_GOOGLE_CREDENTIAL']);
  });

  it('is distinguished from an outage of the provider', async () => {
    const away = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const verifier = createGoogleVerifier(clientId, clientOf(away));
    await expect(verifier?.verify(credential())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      statusCode: 503,
    });
    away.close();
    expect((await app.client.get('/config')).body.google_client_id).toBe(clientId);
  });
});
