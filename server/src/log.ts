import { type Logger, type LoggerOptions, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';
import { Refusal } from './errors.ts';
import { stdoutLines } from './log-output.ts';
import { quietly } from './quiet-log.ts';

/** Fields with these names are redacted at any depth of a logged object. */
const secretFields = [
  'password',
  'newPassword',
  'confirmPassword',
  'oldPassword',
  'passwordHash',
  'otp',
  'code',
  'pin',
  'oldPin',
  'newPin',
  'token',
  'credential',
  'authorization',
  'cookie',
  'secret',
  'accountNumber',
  'account_number',
  'screenshot',
];

/** Error codes are called `code` too, and are not secret: they are kept. */
const errorSafe = (field: string) =>
  field === 'code' ? ['body.code', '*.body.code'] : [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`];

/** Creates the log: JSON lines that stop no server (I10); in development on a terminal, readable lines. */
export function createLog(config: Pick<Config, 'logLevel' | 'isProduction'>): Logger {
  const options = loggerOptions(config);
  if (config.isProduction || !process.stdout.isTTY) {
    const log = pino(options, stdoutLines);
    stdoutLines.onRecovery = (lost) => log.warn({ lost }, 'lines of the log were lost');
    return log;
  }
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }));
}

export function loggerOptions(config: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: config.logLevel,
    hooks: { logMethod: quietly() },
    redact: { paths: secretFields.flatMap(errorSafe), censor: '[hidden]' },
    serializers: {
      // Logs neither headers nor bodies; lists the fields that are needed to find an error.
      req: (request: { id: string; method: string; url: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        url: request.url.split('?', 1)[0],
        ip: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: serializeError,
    },
  };
}

interface LoggedError {
  type: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  constraint: unknown;
  cause: LoggedError | undefined;
}

/** Omits an error's own fields: the database's `detail` and drizzle's `params` contain user input. */
function serializeError(error: unknown, depth = 0, isExpected = false): LoggedError | unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  // A refusal is expected, so neither its stack nor that of its cause is logged.
  const isRefusal = isExpected || error instanceof Refusal;
  const message = error.message.split('\nparams:', 1)[0] ?? '';
  return {
    type: error.name,
    message,
    stack: isRefusal ? undefined : error.stack?.replace(error.message, message),
    code,
    constraint,
    cause: cause === undefined || depth >= 3 ? undefined : serializeError(cause, depth + 1, isRefusal),
  };
}
