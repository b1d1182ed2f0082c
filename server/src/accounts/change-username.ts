import type { Database } from '../db/database.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { purgeOld } from '../db/purge.ts';
import { Refusal } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { assertNoListedWord } from '../settings/word-list.ts';
import { explainTaken } from './create-users.ts';
import { reservedUsernames, type UserRow, users } from './users.tables.ts';

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

const isOtherName = (username: string, user: UserRow): boolean =>
  username.toLowerCase() !== user.username.toLowerCase();

/** Changes the username of a locked user at the user's wish (W17). Another case of the same name is possible at any time. */
export async function changeUsername(
  tx: Transaction,
  settings: Settings,
  user: UserRow,
  { username, now }: { username: string; now: Date },
): Promise<void> {
  const from = usernameChangesFrom(user, { now, days: settings.get('usernameChangeDays') });
  if (from && isOtherName(username, user)) {
    throw new Refusal('USERNAME_TOO_SOON', 'You changed your username a short time ago.', {
      details: { from: from.toISOString() },
    });
  }
  await renameUser(tx, settings, user, { username, now });
}

/** Changes the username of a locked user, and reserves the old one for the time until the next change (W17). */
export async function renameUser(
  tx: Transaction,
  settings: Settings,
  user: UserRow,
  { username, now }: { username: string; now: Date },
): Promise<void> {
  if (username === user.username) return;
  const isOther = isOtherName(username, user);
  if (isOther) {
    assertNoListedWord(settings, 'username', username);
    const until = new Date(now.getTime() + settings.get('usernameChangeDays') * DAY_MS);
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

/** Deletes old usernames that other users may take again (W17). */
export function purgeReservedUsernames(db: Database): Promise<number> {
  return purgeOld(db, { table: 'reserved_usernames', age: 'until', before: 'statement_timestamp()' });
}
