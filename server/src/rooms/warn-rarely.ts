import type { Logger } from 'pino';

const LOG_EVERY_MS = 10_000;

/** Logs the same text at most once in ten seconds. */
export function warnRarely(
  log: Pick<Logger, 'warn'>,
  nowMs: () => number,
): (error: unknown, text: string) => void {
  const loggedAtMs = new Map<string, number>();
  return (error, text) => {
    const lastMs = loggedAtMs.get(text);
    if (lastMs !== undefined && nowMs() - lastMs < LOG_EVERY_MS) return;
    loggedAtMs.set(text, nowMs());
    log.warn(error === undefined ? {} : { err: error }, text);
  };
}
