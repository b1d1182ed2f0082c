import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError, Environment, toErrorText } from './environment.ts';
import { keepSecrets, keepVapidKeys, publicKeyOf } from './kept-secrets.ts';
import { findProductionErrors } from './production-errors.ts';

export type Role = 'web' | 'worker';

/** The card provider, Flutterwave, and where its script and its API are. */
export interface CardPaymentsConfig {
  publicKey: string;
  /** What the provider sends as `verif-hash` with its events. */
  secretHash: string;
  /** With it, the provider's API confirms each transaction (W15). */
  secretKey: string | undefined;
  scriptUrl: string;
  apiUrl: string;
}

/** The keys of this deployment's push messages (RFC 8292). */
export interface PushConfig {
  /** Base64url. */
  publicKey: string;
  privateKey: string;
  /** Where push services can reach the operators: `mailto:` or `https:`. */
  subject: string;
  /** The origin of a further push service, for tests; it may be private. */
  testService: string | undefined;
}

/** Where traces are exported to, and which. */
export interface TracingConfig {
  /** The base of the collector's OTLP paths. */
  endpoint: string;
  serviceName: string;
  /** A name of the OpenTelemetry standard. */
  sampler: string;
  /** From 0 to 1, for the samplers by ratio. */
  sampledShare: number;
  exportEveryMs: number;
}

export interface S3Config {
  /** Such as https://s3.eu-west-1.amazonaws.com. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The server's configuration, read from the environment once at start. */
export interface Config {
  isProduction: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  port: number;
  host: string;
  /** The origin under which browsers reach the server, without a trailing slash. */
  publicUrl: string;
  /** Other origins that may call the API and open sockets. */
  allowedOrigins: readonly string[];
  /** The proxies whose forwarded client address is trusted, in Fastify's format. */
  trustProxy: boolean | number | string[];
  /** How long clients have to move to other servers before this one stops. */
  drainMs: number;
  supportEmail: string | null;
  roles: ReadonlySet<Role>;
  /** URL of the servers' role, which owns nothing. */
  databaseUrl: string;
  /** URL of the owner, for the migrations at start. Undefined when they run elsewhere. */
  databaseOwnerUrl: string | undefined;
  databasePoolSize: number;
  /** Undefined: this server runs without Redis. */
  redisUrl: string | undefined;
  /** Prefix of every key, queue and channel; without `:`. */
  redisPrefix: string;
  /** Absolute. */
  dataDir: string;
  jwtSecret: string;
  /** 32 bytes. Keys the HMAC of one-time codes and other values that must not be guessable from a stolen database. */
  secretsKey: Buffer;
  /** 32 bytes: the Ed25519 key of receipts (W22), the same on all servers. */
  receiptsKey: Buffer;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who is notified of what the overview marks red: addresses, and the address that receives it by POST. */
  alerts: { mails: readonly string[]; webhook: string | undefined };
  /** The first operators (S8, O3a). In development they share a password; in production it is undefined. */
  admin: { emails: readonly string[]; password: string | undefined } | undefined;
  seedDemo: boolean;
  loadTests: boolean;
  googleClientId: string | undefined;
  /** Undefined: card payments are not configured (W5). */
  cardPayments: CardPaymentsConfig | undefined;
  /** Undefined: push is off (W23). */
  push: PushConfig | undefined;
  /** Where pictures are stored; undefined: in DATA_DIR. */
  s3: S3Config | undefined;
  /**
   * A request with this token may read /metrics; without a configured token only direct neighbours may, and in
   * production no client.
   */
  metricsToken: string | undefined;
  /** Undefined: no traces are recorded. */
  tracing: TracingConfig | undefined;
}

const VAPID_NAMES = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'];
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** Reads the environment. Throws ConfigError with all errors. In development it creates secrets once, in DATA_DIR. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // Docker Compose passes unset variables as empty texts.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  const isProduction = given.NODE_ENV === 'production';
  const errors = parsed.success ? [] : parsed.error.issues.map(toErrorText);
  if (isProduction) errors.push(...findProductionErrors(given));
  if (!isProduction && Boolean(given.ADMIN_EMAIL) !== Boolean(given.ADMIN_PASSWORD)) {
    errors.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }
  if (Boolean(given.FLUTTERWAVE_PUBLIC_KEY) !== Boolean(given.FLUTTERWAVE_SECRET_HASH)) {
    errors.push('FLUTTERWAVE_PUBLIC_KEY and FLUTTERWAVE_SECRET_HASH must be set together');
  }
  for (const names of [S3_NAMES, VAPID_NAMES]) {
    if (new Set(names.map((name) => Boolean(given[name]))).size > 1) {
      errors.push(`${names.join(', ')} must be set together`);
    }
  }
  if (given.VAPID_PRIVATE_KEY && publicKeyOf(given.VAPID_PRIVATE_KEY) !== given.VAPID_PUBLIC_KEY) {
    errors.push('VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY');
  }
  const dataDir = resolve(given.DATA_DIR ?? '.data');
  const folderError = findFolderError(dataDir);
  if (folderError) errors.push(`DATA_DIR ${folderError}`);
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors);

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
    drainMs: values.DRAIN_SECONDS * 1_000,
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
    receiptsKey: createHash('sha256')
      .update(values.RECEIPTS_KEY ?? `receipts ${secretsKey}`)
      .digest(),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? values.SUPPORT_EMAIL ?? `Copup <no-reply@${new URL(publicUrl).hostname}>`,
    alerts: { mails: values.ALERT_MAIL, webhook: values.ALERT_WEBHOOK },
    admin: values.ADMIN_EMAIL && {
      emails: values.ADMIN_EMAIL,
      password: isProduction ? undefined : values.ADMIN_PASSWORD,
    },
    seedDemo: values.SEED_DEMO !== false,
    loadTests: values.LOAD_TESTS ? values.LOAD_TESTS === 'allow' : !isProduction,
    googleClientId: values.GOOGLE_CLIENT_ID,
    cardPayments:
      values.FLUTTERWAVE_PUBLIC_KEY && values.FLUTTERWAVE_SECRET_HASH
        ? {
            publicKey: values.FLUTTERWAVE_PUBLIC_KEY,
            secretHash: values.FLUTTERWAVE_SECRET_HASH,
            secretKey: values.FLUTTERWAVE_SECRET_KEY,
            scriptUrl: values.FLUTTERWAVE_SCRIPT_URL,
            apiUrl: values.FLUTTERWAVE_API_URL,
          }
        : undefined,
    push: toPushConfig(values, isProduction ? undefined : dataDir),
    s3: toS3Config(values),
    metricsToken: values.METRICS_TOKEN,
    tracing: toTracingConfig(values),
  };
}

function toTracingConfig(values: z.output<typeof Environment>): TracingConfig | undefined {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || values.OTEL_SDK_DISABLED) return undefined;
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
    exportEveryMs: values.OTEL_BSP_SCHEDULE_DELAY,
  };
}

/** In development the keys are created once, in `dataDir`. */
function toPushConfig(
  values: z.output<typeof Environment>,
  dataDir: string | undefined,
): PushConfig | undefined {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, PUSH_TEST_SERVICE: testService } = values;
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY && VAPID_SUBJECT) {
    const keys = { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
    return { ...keys, subject: VAPID_SUBJECT, testService };
  }
  if (dataDir === undefined) return undefined;
  return { ...keepVapidKeys(dataDir), subject: 'mailto:push@localhost.invalid', testService };
}

function toS3Config(values: z.output<typeof Environment>): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function findFolderError(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`;
  }
}
