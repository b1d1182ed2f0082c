import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findWeakSecrets } from './weak-secrets.ts';

export type Role = 'web' | 'worker';

/** Everything the environment decides, read once at start. */
export interface Config {
  isProduction: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  port: number;
  host: string;
  /** Origin under which browsers reach the server, without a slash at the end. */
  publicUrl: string;
  /** Origins beside our own that may call the API and open sockets. */
  allowedOrigins: readonly string[];
  /** Which proxies are believed when they name the client's address, as Fastify takes it. */
  trustProxy: boolean | number | string[];
  supportEmail: string | null;
  roles: ReadonlySet<Role>;
  /** Of a role that owns nothing. */
  databaseUrl: string;
  /** Of the owner, for the migrations at start. Undefined where they run elsewhere. */
  databaseOwnerUrl: string | undefined;
  databasePoolSize: number;
  /** Undefined: this server runs without Redis. */
  redisUrl: string | undefined;
  /** Stands before every key, queue and channel; without `:`. */
  redisPrefix: string;
  /** Absolute. */
  dataDir: string;
  jwtSecret: string;
  /** 32 bytes. Keys the HMAC of one-time codes and whatever else must not be guessed from a stolen database. */
  secretsKey: Buffer;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The first operators (S8, O3a), who share one password until they choose their own. */
  admin: { emails: readonly string[]; password: string } | undefined;
  seedDemo: boolean;
  loadTests: boolean;
  googleClientId: string | undefined;
  /** Who brings it may read /metrics; without one only direct neighbours may, and in production nobody. */
  metricsToken: string | undefined;
}

/** All faults of the environment in one message, a line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const url = (name: string, protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(protocolOf(text)),
      `must be a URL of ${name} (${protocols.join(', ')}//…)`,
    );
const origin = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), 'must be an address like https://example.com')
  .transform((text) => new URL(text).origin);
const secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .max(1_000, 'must have at most 1,000 characters');
const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .transform((text) => text === '1' || text === 'true');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const email = z.email('must be an e-mail address');

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level of pino')
    .default('info'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: origin.optional(),
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).default([]),
  TRUST_PROXY: z
    .string()
    .transform((text) =>
      /^\d+$/.test(text)
        ? Number(text)
        : text === 'true'
          ? true
          : text === 'false'
            ? false
            : text.split(',').map((part) => part.trim()),
    )
    .default(false),
  SUPPORT_EMAIL: email.optional(),
  ROLES: list
    .pipe(z.array(z.enum(['web', 'worker'], 'must name web, worker or both')).min(1))
    .default(['web', 'worker']),
  DATABASE_URL: url('PostgreSQL', ['postgres:', 'postgresql:']),
  DATABASE_OWNER_URL: url('PostgreSQL', ['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(16),
  REDIS_URL: url('Redis', ['redis:', 'rediss:', 'redis+cluster:', 'rediss+cluster:']).optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'may have letters, digits, - and _')
    .default('copup'),
  DATA_DIR: z.string().default('.data'),
  JWT_SECRET: secret.optional(),
  SECRETS_KEY: secret.optional(),
  SMTP_URL: url('a mail server', ['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().max(254).optional(),
  ADMIN_EMAIL: list.pipe(z.array(email)).optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(200).optional(),
  SEED_DEMO: z.union([flag, z.literal('allow')], 'must be 1 or 0 (in production: allow or 0)').default(false),
  LOAD_TESTS: z.enum(['allow', 'refuse'], 'must be allow or refuse').optional(),
  GOOGLE_CLIENT_ID: z.string().max(200).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, 'must have 16 to 512 characters without spaces')
    .optional(),
});

/** Reads the environment. Throws ConfigError with every fault. In development it makes secrets once, in DATA_DIR. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // Compose passes what is not set as an empty text.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  const isProduction = given.NODE_ENV === 'production';
  const faults = parsed.success ? [] : parsed.error.issues.map(toFault);
  if (isProduction) {
    const neededInProduction = ['JWT_SECRET', 'SECRETS_KEY', 'PUBLIC_URL', 'SMTP_URL', 'SUPPORT_EMAIL'];
    for (const name of neededInProduction) if (!given[name]) faults.push(`${name} is needed in production`);
    faults.push(...findWeakSecrets(given));
    if (protocolOf(given.PUBLIC_URL ?? '') === 'http:') {
      faults.push(
        'PUBLIC_URL must begin with https:// in production: tokens would cross networks in plain text',
      );
    }
    if (given.SEED_DEMO === '1' || given.SEED_DEMO === 'true') {
      faults.push(
        'SEED_DEMO makes accounts whose passwords are public: SEED_DEMO=allow if that is meant in production',
      );
    }
  }
  if (Boolean(given.ADMIN_EMAIL) !== Boolean(given.ADMIN_PASSWORD)) {
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD belong together');
  }
  const dataDir = resolve(given.DATA_DIR ?? '.data');
  const folderFault = findFolderFault(dataDir);
  if (folderFault) faults.push(`DATA_DIR ${folderFault}`);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const values = parsed.data;
  const kept = values.JWT_SECRET && values.SECRETS_KEY ? undefined : keepSecrets(dataDir);
  const secretsKey = values.SECRETS_KEY ?? kept?.secretsKey ?? '';
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    isProduction,
    logLevel: values.LOG_LEVEL,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    supportEmail: values.SUPPORT_EMAIL ?? null,
    roles: new Set(values.ROLES),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    redisUrl: values.REDIS_URL,
    redisPrefix: values.REDIS_PREFIX,
    dataDir,
    jwtSecret: values.JWT_SECRET ?? kept?.jwtSecret ?? '',
    secretsKey: createHash('sha256').update(secretsKey).digest(),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? values.SUPPORT_EMAIL ?? `Copup <no-reply@${new URL(publicUrl).hostname}>`,
    admin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { emails: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    seedDemo: values.SEED_DEMO !== false,
    loadTests: values.LOAD_TESTS ? values.LOAD_TESTS === 'allow' : !isProduction,
    googleClientId: values.GOOGLE_CLIENT_ID,
    metricsToken: values.METRICS_TOKEN,
  };
}

function toFault(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return isMissing ? `${name} is needed` : `${name} ${issue.message}`;
}

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}

function findFolderFault(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`;
  }
}

const KeptSecrets = z.object({ jwtSecret: secret, secretsKey: secret });

/** The same secrets for every server of one data folder, whoever comes first. */
function keepSecrets(dataDir: string): z.infer<typeof KeptSecrets> {
  const file = join(dataDir, 'secrets.json');
  const draft = join(dataDir, `secrets-${randomBytes(8).toString('hex')}.tmp`);
  const random = () => randomBytes(32).toString('base64url');
  writeFileSync(draft, JSON.stringify({ jwtSecret: random(), secretsKey: random() }), { mode: 0o600 });
  try {
    // A link is made whole or not at all, and never over another's.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  try {
    return KeptSecrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigError([`${file} is damaged: remove it to get new secrets (everybody signs in again)`]);
  }
}
