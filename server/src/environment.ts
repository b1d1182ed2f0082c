import { z } from 'zod';

/** Reports all errors of the environment in one message, one line each. */
export class ConfigError extends Error {
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(
      `The configuration has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n- ${errors.join('\n- ')}`,
    );
    this.name = 'ConfigError';
    this.errors = errors;
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
const databaseUrl = z
  .string()
  .refine(
    (text) => hostUrls(text).every((one) => /^postgres(ql)?:$/.test(protocolOf(one))),
    'must be a URL of PostgreSQL (postgres:, postgresql://…)',
  );
const origin = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), 'must be an address like https://example.com')
  .transform((text) => new URL(text).origin);
export const secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .max(1_000, 'must have at most 1,000 characters');
/** Exactly so many bytes, as browsers and push services take them. */
const base64url = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9_-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `must have ${bytes} bytes in base64url`,
    );
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

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * Every environment variable that the server reads. The exporter of traces reads further ones itself:
 * OTEL_EXPORTER_OTLP_HEADERS and its others of the standard, and OTEL_RESOURCE_ATTRIBUTES.
 */
export const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level of pino')
    .default('info'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
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
  DRAIN_SECONDS: whole(0, 60).default(0),
  SUPPORT_EMAIL: email.optional(),
  ROLES: list
    .pipe(z.array(z.enum(['web', 'worker'], 'must name web, worker or both')).min(1))
    .default(['web', 'worker']),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(16),
  REDIS_URL: url('Redis', ['redis:', 'rediss:', 'redis+cluster:', 'rediss+cluster:']).optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'may have letters, digits, - and _')
    .default('copup'),
  DATA_DIR: z.string().default('.data'),
  JWT_SECRET: secret.optional(),
  SECRETS_KEY: secret.optional(),
  RECEIPTS_KEY: secret.optional(),
  ALERT_MAIL: list.pipe(z.array(email)).default([]),
  ALERT_WEBHOOK: url('a webhook', ['https:', 'http:']).optional(),
  SMTP_URL: url('a mail server', ['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().max(254).optional(),
  ADMIN_EMAIL: list.pipe(z.array(email)).optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(200).optional(),
  SEED_DEMO: z.union([flag, z.literal('allow')], 'must be 1 or 0 (in production: allow or 0)').default(false),
  LOAD_TESTS: z.enum(['allow', 'refuse'], 'must be allow or refuse').optional(),
  GOOGLE_CLIENT_ID: z.string().max(200).optional(),
  FLUTTERWAVE_PUBLIC_KEY: z.string().max(200).optional(),
  FLUTTERWAVE_SECRET_HASH: z.string().max(500).optional(),
  FLUTTERWAVE_SECRET_KEY: z.string().max(200).optional(),
  FLUTTERWAVE_SCRIPT_URL: url('a script', ['https:', 'http:']).default(
    'https://checkout.flutterwave.com/v3.js',
  ),
  FLUTTERWAVE_API_URL: origin.default('https://api.flutterwave.com'),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().max(200).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(500).optional(),
  VAPID_PUBLIC_KEY: base64url(65).optional(),
  VAPID_PRIVATE_KEY: base64url(32).optional(),
  VAPID_SUBJECT: url('a mail address or a page', ['mailto:', 'https:']).optional(),
  PUSH_TEST_SERVICE: origin.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, 'must have 16 to 512 characters without spaces')
    .optional(),
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('an OpenTelemetry collector (OTLP over HTTP)', [
    'http:',
    'https:',
  ]).optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default('copup'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|1\.0*|0?\.\d+)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: whole(10, 60_000).default(5_000),
});

export function toErrorText(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return isMissing ? `${name} is needed` : `${name} ${issue.message}`;
}

/** The URL of each host of a URL that may name several, as in `postgres://user:password@a:5432,b:5432/name`. */
export function hostUrls(url: string): string[] {
  const [, start, hosts = '', rest] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url];
}

export function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
