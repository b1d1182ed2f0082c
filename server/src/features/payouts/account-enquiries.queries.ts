import type { Database } from '../../db/database.ts';
import { and, desc, eq, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { accountEnquiries } from './payouts.tables.ts';

/** An account of a bank, as a player typed it. */
export interface TypedAccount {
  userId: string;
  bankId: number;
  accountNumber: string;
}

const { userId, bankId, accountNumber, outcome, askedAt, accountName, id } = accountEnquiries;
const isToday = sql`${askedAt} > statement_timestamp() - interval '24 hours'`;

/** Returns the name that the bank had for this account when the user asked for it in the last 24 hours (W19). */
export async function findAccountName(
  { orm }: Database | Transaction,
  account: TypedAccount,
): Promise<string | undefined> {
  const isAccount = and(eq(bankId, account.bankId), eq(accountNumber, account.accountNumber));
  const [found] = await orm
    .select({ name: accountName })
    .from(accountEnquiries)
    .where(and(eq(userId, account.userId), isAccount, eq(outcome, 'found'), isToday))
    .orderBy(desc(id))
    .limit(1);
  return found?.name ?? undefined;
}

/** Counts the user's enquiries of the last 24 hours, except those that the provider did not answer. */
export async function countEnquiries({ orm }: Transaction, ofUser: string): Promise<number> {
  return orm.$count(accountEnquiries, and(eq(userId, ofUser), sql`${outcome} <> 'unknown'`, isToday));
}
