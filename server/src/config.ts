import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, Environment, protocolOf, toFault } from './environment.ts';
import { keepSecrets } from './kept-secrets.ts';
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

function findFolderFault(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`;
  }
}
