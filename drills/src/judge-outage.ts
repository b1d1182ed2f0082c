import type { Outcome } from './scene.ts';

/** While the database was away, someone was answered 503, and no one with another error of the server. */
export function judgeOutage({ history, faultFromMs, faultToMs }: Outcome): string[] {
  const replies = history.filter(
    ({ type, atMs }) => type !== 'invoke' && atMs > faultFromMs && atMs < faultToMs,
  );
  const statuses = replies.map(({ reply }) => (reply as { status?: number } | undefined)?.status);
  const faults = statuses.includes(503) ? [] : ['no command was answered 503 while PostgreSQL was away'];
  return [...faults, ...judgeStatuses(statuses)];
}

/** No reply of the whole history is an error of the server other than 503. */
export function judgeNoError({ history }: Outcome): string[] {
  return judgeStatuses(history.map(({ reply }) => (reply as { status?: number } | undefined)?.status));
}

function judgeStatuses(statuses: readonly (number | undefined)[]): string[] {
  const others = new Set(
    statuses.filter((status) => status !== undefined && status >= 500 && status !== 503),
  );
  return others.size > 0 ? [`commands were answered ${[...others].join(', ')}`] : [];
}
