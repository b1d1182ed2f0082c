import { eq, sql } from 'drizzle-orm';
import { explainTaken } from '../../accounts/create-users.ts';
import { reservedUsernames, type UserRow, users } from '../../accounts/users.tables.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Settings } from '../../settings/settings.ts';
import { assertNoListedWord } from '../../word-list/word-list.ts';
import { usernameTooSoon } from './profile.errors.ts';

const DAY_MS = 86_400_000;

/** Returns when the username may change again (W17); undefined when it may now. */
function usernameChangesFrom(
  { usernameChangedAt }: Pick<UserRow, 'usernameChangedAt'>,
  { now, days }: { now: Date; days: number },
): Date | undefined {
  if (!usernameChangedAt) return undefined;
  const from = new Date(usernameChangedAt.getTime() + days * DAY_MS);
  return from > now ? from : undefined;
}

/**
 * Changes the username of a locked user and reserves the old one for the same time (W17). Another case of the same name
 * is possible at any time.
 */
export async function changeUsername(
  tx: Transaction,
  settings: Settings,
  user: UserRow,
  { username, now }: { username: string; now: Date },
): Promise<void> {
  if (username === user.username) return;
  const isOther = username.toLowerCase() !== user.username.toLowerCase();
  if (isOther) {
    assertNoListedWord(settings, 'username', username);
    const days = settings.get('usernameChangeDays');
    const from = usernameChangesFrom(user, { now, days });
    if (from) throw usernameTooSoon(from);
    const until = new Date(now.getTime() + days * DAY_MS);
    await tx.orm
      .insert(reservedUsernames)
      .values({ username: user.username, userId: user.id, until })
      .onConflictDoUpdate({ target: reservedUsernames.username, set: { userId: user.id, until } });
  }
  try {
    await tx.orm
      .update(users)
      .set({ username, ...(isOther && { usernameChangedAt: sql`clock_timestamp()` }) })
      .where(eq(users.id, user.id));
  } catch (error) {
    throw explainTaken(error);
  }
}
