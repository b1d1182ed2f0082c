import type { SignedInUser } from '@copup/shared/auth.ts';
import type { Database } from '../db/database.ts';
import { and, eq, inArray, isNull } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { type UserRow, users } from './users.tables.ts';

type Source = Database | Transaction;

/** Finds an account that was not deleted. Runs the same query whether or not there is one. */
export async function findUserByEmail(source: Source, email: string): Promise<UserRow | undefined> {
  const [user] = await source.orm
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return user;
}

/** Returns those of the usernames, in lower case, that have an account, also a deleted one. */
export async function findTakenUsernames(
  source: Source,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await source.orm
    .select({ username: users.username })
    .from(users)
    .where(inArray(users.username, [...usernames]));
  return new Set(found.map(({ username }) => username.toLowerCase()));
}

/** Finds the user of a Google account, unless that user was deleted. */
export async function findUserByGoogleSub(source: Source, googleSub: string): Promise<UserRow | undefined> {
  const [user] = await source.orm
    .select()
    .from(users)
    .where(and(eq(users.googleSub, googleSub), isNull(users.deletedAt)));
  return user;
}

/** Finds a user, also a deleted one. */
export async function findUser(source: Source, id: string): Promise<UserRow | undefined> {
  const [user] = await source.orm.select().from(users).where(eq(users.id, id));
  return user;
}

/** Locks a user, also a deleted one. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.orm.select().from(users).where(eq(users.id, id)).for('no key update');
  return user;
}

/**
 * Locks the users in the order of their ids; call it before locking wallets (L5). A user who does not exist is absent
 * from the result.
 */
export async function lockUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const rows = await tx.orm
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .orderBy(users.id)
    .for('no key update');
  return new Map(rows.map((user) => [user.id, user]));
}

/** Returns the id of the user with this referral code, for a new user of the real realm. */
export async function findReferrer(source: Source, referralCode: string): Promise<string | undefined> {
  const [user] = await source.orm
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.referralCode, referralCode.toUpperCase()), eq(users.realm, 0), isNull(users.deletedAt)),
    );
  return user?.id;
}

/** Returns the facts about the signed-in user that the client stores. */
export function toSignedInUser(
  user: Pick<UserRow, 'id' | 'username' | 'fullName' | 'email' | 'profile' | 'role'>,
): SignedInUser {
  const { id, username, fullName, email, profile, role } = user;
  return { id, username, full_name: fullName, email, profile, role };
}
