import type { UserRow } from './users.tables.ts';

/**
 * Returns the end of the waiting period after a change or recovery of e-mail, password or PIN (S6), undefined when it
 * is over or there was none. Until then sends are limited in total, and payouts are refused.
 */
export function waitsUntil(
  { credentialsChangedAt }: Pick<UserRow, 'credentialsChangedAt'>,
  { now, hours }: { now: Date; hours: number },
): Date | undefined {
  if (!credentialsChangedAt) return undefined;
  const until = new Date(credentialsChangedAt.getTime() + hours * 3_600_000);
  return until > now ? until : undefined;
}
