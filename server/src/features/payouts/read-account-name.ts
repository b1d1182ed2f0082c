import type { AccountNameBody, AccountNameReply, PayoutTerms } from '@copup/shared/payouts.ts';
import type { z } from 'zod';
import { lockUser } from '../../accounts/users.queries.ts';
import { and, desc, eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { isSameName } from '../../payments/account-names.ts';
import {
  readAccountName as askForName,
  type Provider,
  ProviderRefused,
  ProviderUnknown,
  providerOf,
} from '../../provider/provider-api.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findBank } from './banks.queries.ts';
import { readPayoutTerms } from './payout-terms.ts';
import {
  accountNotFound,
  bankClosed,
  bankNotFound,
  cannotCashOut,
  emailNeeded,
  enquiryLimit,
  owesCoins,
  payoutLimit,
  payoutOpen,
  payoutsWait,
} from './payouts.errors.ts';
import { accountEnquiries as rows } from './payouts.tables.ts';

const MAX_NAME = 100;

type EnquiryDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'settings'>;
type Body = z.output<typeof AccountNameBody>;
type BankAccount = Parameters<typeof askForName>[1];

/**
 * Returns the name that the bank has for the account of a payout that could be requested now (W19). Each call of the provider
 * is logged before, and counted. Without a provider that answers, the name is null.
 */
export async function readAccountName(
  deps: EnquiryDeps,
  { userId }: Pick<Viewer, 'userId'>,
  body: Body,
): Promise<AccountNameReply> {
  refuseUnlessPossible(await readPayoutTerms(deps, userId), body.bid_points);
  const bank = await findBank(deps.db, body.bank_name);
  if (!bank) throw bankNotFound();
  if (!bank.isOpen) throw bankClosed(bank.name, bank.note);
  const provider = providerOf(deps.config.cardPayments);
  if (!provider || !bank.isListed || bank.providerCode === null) return notRead;
  const { account_number: accountNumber } = body;
  const { known, fullName, enquiryId } = await logEnquiry(deps, { userId, bankId: bank.id, accountNumber });
  const name =
    known ?? (await ask(deps, provider, enquiryId, { bankCode: bank.providerCode, accountNumber }));
  return name === null ? notRead : { account_name: name, name_differs: !isSameName(name, fullName) };
}

const notRead: AccountNameReply = { account_name: null, name_differs: false };

/** Throws what the request of the payout would be refused with. */
function refuseUnlessPossible(terms: PayoutTerms, coins: number): void {
  const { reason, owed, waits_until: until, cashable, minimum, maximum } = terms;
  if (reason === 'OWES_COINS') throw owesCoins(owed);
  if (reason === 'WAITING_PERIOD' && until !== null) throw payoutsWait(new Date(until));
  if (reason === 'PAYOUT_OPEN') throw payoutOpen();
  if (coins < minimum || coins > maximum) throw payoutLimit(minimum, maximum);
  if (coins > cashable) throw cannotCashOut(cashable);
  if (reason === 'PIN_NOT_SET') throw new Refusal(reason, 'Set a PIN first.');
  if (reason === 'PIN_LOCKED') throw new Refusal(reason, 'Your PIN is locked.');
}

/** Stores the enquiry, unless the name is known from an earlier one of the same account. */
function logEnquiry(deps: EnquiryDeps, account: TypedAccount) {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, account.userId);
    if (!user || user.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
    if (user.email === null) throw emailNeeded();
    const { fullName } = user;
    const known = await findAccountName(tx, account);
    if (known !== undefined) return { known, fullName, enquiryId: 0 };
    const most = await deps.settings.read(tx, 'accountNamesPerDay');
    if ((await countEnquiries(tx, account.userId)) >= most) throw enquiryLimit();
    const [logged] = await tx.orm.insert(rows).values(account).returning({ id: rows.id });
    invariant(logged, 'the insert of an enquiry returned no row');
    return { known, fullName, enquiryId: logged.id };
  });
}

/** Asks the provider, and stores the outcome; null when it did not answer. */
async function ask(
  { db, log }: EnquiryDeps,
  provider: Provider,
  enquiryId: number,
  account: BankAccount,
): Promise<string | null> {
  const store = (values: Partial<typeof rows.$inferInsert>) =>
    db.orm.update(rows).set(values).where(eq(rows.id, enquiryId));
  try {
    const name = (await askForName(provider, account)).trim().slice(0, MAX_NAME);
    if (name === '') throw new ProviderUnknown('an account without a name');
    await store({ outcome: 'found', accountName: name });
    return name;
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await store({ outcome: 'none' });
      throw accountNotFound();
    }
    if (!(error instanceof ProviderUnknown)) throw error;
    log.warn({ err: error }, 'payouts: the provider did not answer an enquiry of a name');
    await store({ outcome: 'unknown' });
    return null;
  }
}

/** An account of a bank, as a player typed it. */
interface TypedAccount {
  userId: string;
  bankId: number;
  accountNumber: string;
}

const isToday = sql`${rows.askedAt} > statement_timestamp() - interval '24 hours'`;

/** Returns the name that the bank had for this account when the user asked for it in the last 24 hours (W19). */
export async function findAccountName(
  { orm }: Transaction,
  account: TypedAccount,
): Promise<string | undefined> {
  const isAccount = and(eq(rows.bankId, account.bankId), eq(rows.accountNumber, account.accountNumber));
  const [found] = await orm
    .select({ name: rows.accountName })
    .from(rows)
    .where(and(eq(rows.userId, account.userId), isAccount, eq(rows.outcome, 'found'), isToday))
    .orderBy(desc(rows.id))
    .limit(1);
  return found?.name ?? undefined;
}

/** Counts the user's enquiries of the last 24 hours, except those that the provider did not answer. */
async function countEnquiries({ orm }: Transaction, ofUser: string): Promise<number> {
  return orm.$count(rows, and(eq(rows.userId, ofUser), sql`${rows.outcome} <> 'unknown'`, isToday));
}
