import { bidTimes, quantile } from './bid-times.ts';
import type { Outcome } from './scene.ts';

/** Checks that during the outage of the database some commands were answered 503 and none with another server error. */
export function judgeOutage({ history, faultFromMs, faultToMs }: Outcome): string[] {
  const replies = history.filter(
    ({ type, atMs }) => type !== 'invoke' && atMs > faultFromMs && atMs < faultToMs,
  );
  const statuses = replies.map(({ reply }) => (reply as { status?: number } | undefined)?.status);
  const violations = statuses.includes(503)
    ? []
    : ['no command was answered 503 while PostgreSQL was unreachable'];
  return [...violations, ...judgeStatuses(statuses)];
}

/** Checks that no reply of the whole history is a server error other than 503. */
export function judgeNoError({ history }: Outcome): string[] {
  return judgeStatuses(history.map(({ reply }) => (reply as { status?: number } | undefined)?.status));
}

function judgeStatuses(statuses: readonly (number | undefined)[]): string[] {
  const others = new Set(
    statuses.filter((status) => status !== undefined && status >= 500 && status !== 503),
  );
  return others.size > 0 ? [`commands were answered ${[...others].join(', ')}`] : [];
}

/** Checks that a watcher lost its server. */
export function judgeReconnected({ watchers }: Outcome): string[] {
  return watchers.some(({ connections }) => connections > 1) ? [] : ['no watcher had to reconnect'];
}

/** Allowed extra latency of a bid, because other work of the machine disturbs it. */
const slackMs = 250;

/** Checks that bids took as long during the fault as before it. */
export function judgeLatency({ history, faultFromMs, faultToMs }: Outcome): string[] {
  const before = quantile(bidTimes(history, 0, faultFromMs - 1), 0.5);
  const meanwhile = quantile(bidTimes(history, faultFromMs, faultToMs), 0.5);
  return meanwhile > before + slackMs ? [`bids took ${meanwhile} ms, ${before} ms before`] : [];
}
