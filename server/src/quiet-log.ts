import type { LogFn, Logger, LoggerOptions } from 'pino';
import { Refusal } from './errors.ts';

/** A repeated error is logged once in this time. */
const QUIET_MS = 10_000;
/** The maximum number of distinct errors tracked at the same time; all others count as one. */
const MOST_REMEMBERED = 1_000;
const OTHERS = 'others';
const WARN = 40;

type LogArguments = Parameters<LogFn>;
interface Remembered {
  suppressed: number;
  /** Logs the newest of the suppressed lines. */
  logLast: () => void;
}

/**
 * Creates pino's `logMethod` hook: of warnings and errors with the same message and cause it logs the first, then the
 * newest every ten seconds with the number of `suppressed` ones. Lines below `warn` pass.
 */
export function quietly(quietMs = QUIET_MS): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const remembered = new Map<string, Remembered>();

  function watch(key: string): void {
    setTimeout(() => {
      const entry = remembered.get(key);
      if (!entry?.suppressed) {
        remembered.delete(key);
        return;
      }
      entry.logLast();
      entry.suppressed = 0;
      watch(key);
    }, quietMs).unref();
  }

  return function logMethod(this: Logger, args: LogArguments, method: LogFn, level: number): void {
    if (level < WARN) {
      method.apply(this, args);
      return;
    }
    const key = remembered.size < MOST_REMEMBERED ? keyOf(args, level) : OTHERS;
    const entry = remembered.get(key);
    if (entry) {
      entry.suppressed += 1;
      entry.logLast = () => method.apply(this, withCount(args, entry.suppressed - 1));
      return;
    }
    remembered.set(key, { suppressed: 0, logLast: () => undefined });
    watch(key);
    method.apply(this, args);
  };
}

/** Returns the key of an error: the same message with the same kind of error, regardless of request or room. */
function keyOf(args: readonly unknown[], level: number): string {
  const [first, second] = args;
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const text = typeof first === 'string' ? first : String(second ?? '');
  return `${level} ${text} ${kindOf(error)}`;
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code, cause } = error as Error & { code?: unknown };
  // Ids and numbers differ between requests.
  const text =
    typeof code === 'string' ? code : error.message.slice(0, 200).replace(/[\da-f-]*\d[\da-f-]*/g, '#');
  const own = `${error.name} ${text}`;
  return cause instanceof Error && !(error instanceof Refusal) ? `${own} < ${kindOf(cause)}` : own;
}

function withCount(args: LogArguments, suppressed: number): LogArguments {
  if (suppressed === 0) return args;
  const [first, ...rest] = args as unknown[];
  if (typeof first === 'string') return [{ suppressed }, first, ...rest] as unknown as LogArguments;
  const fields = first instanceof Error ? { err: first } : (first as object);
  return [{ ...fields, suppressed }, ...rest] as unknown as LogArguments;
}
