import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, hostUrls } from './environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'copup-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = { DATABASE_URL: 'postgres://localhost/copup', DATA_DIR: folder };
const production = {
  ...base,
  NODE_ENV: 'production',
  SUPPORT_EMAIL: 'help@copup.test',
  JWT_SECRET: 'pM0cWQ7zvL2sXk9TfR4uYb8NnHj5EaGd',
  SECRETS_KEY: '9f2c41d7a86be3505c1d8e7f43a2b690',
  RECEIPTS_KEY: 'wT5rYc8uZk2mQv9xLb4nHs7dGf3jPe6a',
  PUBLIC_URL: 'https://copup.example',
  SMTP_URL: 'smtp://localhost',
};

function errorsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('exports traces with an endpoint only, unless they are disabled', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    expect(readConfig({ ...base, OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
    expect(
      readConfig({ ...base, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing,
    ).toBeUndefined();
    const share = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '.25' };
    expect(readConfig({ ...base, OTEL_EXPORTER_OTLP_ENDPOINT, ...share }).tracing).toEqual({
      endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      serviceName: 'copup',
      sampler: 'traceidratio',
      sampledShare: 0.25,
      exportEveryMs: 5_000,
    });
  });

  it('needs the database only, and has a default for everything else', () => {
    const config = readConfig(base);
    expect(config).toMatchObject({
      port: 3000,
      redisUrl: undefined,
      isProduction: false,
      loadTests: true,
      seedDemo: false,
      publicUrl: 'http://localhost:3000',
      host: '127.0.0.1',
    });
    expect([...config.roles]).toEqual(['web', 'worker']);
  });

  it('accepts a URL of PostgreSQL with several hosts', () => {
    const url = 'postgres://copup:pass%40word@a:5432,[::1]:6000,c/copup?sslmode=verify-full';
    expect(readConfig({ ...base, DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(hostUrls(url)).toEqual(
      ['a:5432', '[::1]:6000', 'c'].map((host) => url.replace('a:5432,[::1]:6000,c', host)),
    );
    expect(errorsOf({ ...base, DATABASE_URL: 'postgres://a:5432,b:x/copup' })).toHaveLength(1);
  });

  it('reports every error in one message', () => {
    const errors = errorsOf({
      DATA_DIR: folder,
      DATABASE_URL: 'mysql://localhost/copup',
      PORT: '70000',
      REDIS_URL: 'localhost:6379',
      ROLES: 'web,cook',
      ADMIN_EMAIL: 'not an address',
      JWT_SECRET: 'short',
      LOAD_TESTS: 'yes',
    });
    for (const name of [
      'DATABASE_URL',
      'PORT',
      'REDIS_URL',
      'ROLES',
      'ADMIN_EMAIL',
      'JWT_SECRET',
      'LOAD_TESTS',
      'ADMIN_PASSWORD',
    ]) {
      expect(errors.join('\n')).toContain(name);
    }
  });

  it('treats an empty text as not set', () => {
    expect(readConfig({ ...base, REDIS_URL: '', PORT: '', ADMIN_EMAIL: '' }).redisUrl).toBeUndefined();
    expect(errorsOf({ DATA_DIR: folder, DATABASE_URL: '' })).toEqual(['DATABASE_URL is needed']);
  });

  it('S8 O3a reads one or several first operators, with a common password in development only', () => {
    const password = 'a passphrase';
    const admin = (ADMIN_EMAIL: string) =>
      readConfig({ ...base, ADMIN_EMAIL, ADMIN_PASSWORD: password }).admin;
    expect(admin('a@b.ng')).toEqual({ emails: ['a@b.ng'], password });
    expect(admin('a@b.ng, c@d.ng')).toEqual({ emails: ['a@b.ng', 'c@d.ng'], password });
    const errors = errorsOf({ ...base, ADMIN_EMAIL: 'a@b.ng, c', ADMIN_PASSWORD: password });
    expect(errors).toEqual(['ADMIN_EMAIL must be an e-mail address']);
    const inProduction = (env: object) => readConfig({ ...production, ADMIN_EMAIL: 'a@b.ng', ...env }).admin;
    expect(inProduction({})).toEqual({ emails: ['a@b.ng'], password: undefined });
    expect(inProduction({ ADMIN_PASSWORD: 'a shared passphrase' })).toEqual(inProduction({}));
  });

  it('has no default for a secret in production', () => {
    const errors = errorsOf({ ...base, NODE_ENV: 'production' });
    for (const name of [
      'JWT_SECRET',
      'SECRETS_KEY',
      'RECEIPTS_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'SUPPORT_EMAIL',
    ]) {
      expect(errors).toContain(`${name} is needed in production`);
    }
    expect(readConfig(production)).toMatchObject({ isProduction: true, loadTests: false });
  });

  it.each([
    ['one character', 'x'.repeat(48)],
    ['few characters', 'abcabdabeabcabdabeabcabdabeabcabd'],
    ['a repeated short text', 'k3J9xQ2mZ7pL'.repeat(4)],
    ['the words of an example', 'please-change-me-pM0cWQ7zvL2sXk9TfR4u'],
    ['a sentence', 'correct horse battery staple correct'],
    ['names and a year', 'CopupLagosNigeriaAuction20261123'],
    ['a long count', '12345678901234567890123456789012'],
  ])('refuses a secret in production that is %s, and does not print it', (_what, weak) => {
    for (const name of ['JWT_SECRET', 'SECRETS_KEY', 'RECEIPTS_KEY']) {
      const errors = errorsOf({ ...production, [name]: weak });
      expect(errors).toEqual([expect.stringContaining(`${name} can be guessed`)]);
      expect(errors.join()).not.toContain(weak);
      expect(errorsOf({ ...base, [name]: weak })).toEqual([]);
    }
  });

  it('S8 refuses a secret below 128 bits of estimated entropy in production', () => {
    // 24 characters of 16 have 96 bits, 32 have 128.
    const hex = '9f2c41d7a86be3505c1d8e7f43a2b690';
    const credentials = { FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK', FLUTTERWAVE_SECRET_KEY: 'FLWSECK' };
    for (const name of ['FLUTTERWAVE_SECRET_HASH', 'METRICS_TOKEN']) {
      const env = { ...production, ...credentials, FLUTTERWAVE_SECRET_HASH: hex };
      expect(errorsOf({ ...env, [name]: hex.slice(8) }).join()).toContain(`${name} can be guessed`);
      expect(errorsOf({ ...env, [name]: hex })).toEqual([]);
    }
  });

  it.each([
    [
      'a common operator password',
      { ADMIN_EMAIL: 'a@b.ng', ADMIN_PASSWORD: 'Password123' },
      'ADMIN_PASSWORD',
    ],
    [
      'the address as password',
      { ADMIN_EMAIL: 'Boss@copup.ng', ADMIN_PASSWORD: 'boss@COPUP.ng' },
      'ADMIN_PASSWORD',
    ],
    ['an origin without TLS', { ALLOWED_ORIGINS: 'https://a.ng, http://b.ng' }, 'ALLOWED_ORIGINS must begin'],
    [
      'the card script without TLS',
      { FLUTTERWAVE_SCRIPT_URL: 'http://a.ng/v3.js' },
      'FLUTTERWAVE_SCRIPT_URL must begin',
    ],
    ['the card API without TLS', { FLUTTERWAVE_API_URL: 'http://a.ng' }, 'FLUTTERWAVE_API_URL must begin'],
    ['every proxy', { TRUST_PROXY: 'true' }, 'TRUST_PROXY must be the number'],
    ['proxies of every address', { TRUST_PROXY: '10.0.0.0/8, 0.0.0.0/0' }, 'TRUST_PROXY must be the number'],
    [
      'card keys without the secret key',
      { FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK', FLUTTERWAVE_SECRET_HASH: production.JWT_SECRET },
      'FLUTTERWAVE_SECRET_KEY is needed',
    ],
  ])('S8 W15 refuses %s in production only', (_what, env, error) => {
    expect(errorsOf({ ...production, ...env })).toEqual([expect.stringContaining(error)]);
    expect(errorsOf({ ...base, ...env })).toEqual([]);
  });

  it('refuses one secret for both purposes in production', () => {
    expect(errorsOf({ ...production, SECRETS_KEY: production.JWT_SECRET })).toEqual([
      'JWT_SECRET and SECRETS_KEY must differ',
    ]);
  });

  it('refuses a PUBLIC_URL without TLS in production', () => {
    expect(errorsOf({ ...production, PUBLIC_URL: 'http://copup.example' }).join()).toContain('https://');
    expect(errorsOf({ ...base, PUBLIC_URL: 'http://copup.example' })).toEqual([]);
  });

  it('refuses demo accounts in production unless SEED_DEMO=allow', () => {
    expect(errorsOf({ ...production, SEED_DEMO: '1' }).join()).toContain('SEED_DEMO=allow');
    expect(readConfig({ ...production, SEED_DEMO: 'allow' }).seedDemo).toBe(true);
    expect(readConfig({ ...production, SEED_DEMO: '0' }).seedDemo).toBe(false);
  });

  it('reports a data folder that cannot be used', () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    expect(errorsOf({ ...base, DATA_DIR: join(file, 'below') }).join()).toContain('DATA_DIR');
  });

  it('creates the secrets of development once, for all servers of the folder', () => {
    const first = readConfig(base);
    const second = readConfig(base);
    expect(second.jwtSecret).toBe(first.jwtSecret);
    expect(second.secretsKey.equals(first.secretsKey)).toBe(true);
    expect(first.jwtSecret).not.toBe(
      JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')).secretsKey,
    );
    expect(statSync(join(folder, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('W23 keeps the keys of push messages of a folder; in production push needs its own pair', () => {
    const kept = readConfig(base).push;
    expect(readConfig(base).push).toEqual(kept);
    expect(statSync(join(folder, 'vapid.json')).mode & 0o077).toBe(0);
    const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = kept ?? {};
    const given = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'mailto:push@copup.example' };
    expect(readConfig(production).push).toBeUndefined();
    expect(readConfig({ ...production, ...given }).push).toMatchObject({ publicKey: VAPID_PUBLIC_KEY });
    const { VAPID_SUBJECT: _, ...part } = given;
    const other = Buffer.alloc(32, 7).toString('base64url');
    const wrong = { VAPID_PRIVATE_KEY: other, PUSH_TEST_SERVICE: 'http://127.0.0.1:9' };
    expect(errorsOf({ ...production, ...part })).toEqual([
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT must be set together',
    ]);
    const errors = errorsOf({ ...production, ...given, ...wrong });
    expect(errors).toHaveLength(2);
    expect(errors).toContain('VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY');
    expect(errors.join()).not.toContain(other);
  });

  it('never prints a secret in an error', () => {
    const message = errorsOf({
      ...base,
      JWT_SECRET: 'hunter2',
      ADMIN_EMAIL: 'a@b.ng',
      ADMIN_PASSWORD: 'pass',
    }).join();
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain(' pass');
  });
});
