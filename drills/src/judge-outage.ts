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
