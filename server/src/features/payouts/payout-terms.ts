import { KOBO_PER_NAIRA, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import type { PayoutTerms } from '@copup/shared/payouts.ts';
import { findUser } from '../../accounts/users.queries.ts';
import { waitsUntil } from '../../accounts/waiting-period.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { sumReceivables } from '../../ledger/receivables.ts';
import { readWallets, type Wallet } from '../../ledger/wallets.ts';
import { lockOf } from '../../pins/pin-lock.ts';
import { unspentBought } from './bought-coins.ts';
import { listCreditsSince, listHeldCoins, type RequestFacts, readRequestFacts } from './payouts.queries.ts';

/** Kobo per coin; stored with each payout. */
export const RATE_KOBO = PAYOUT_NAIRA_PER_COIN * KOBO_PER_NAIRA;
const HOUR_MS = 3_600_000;

export interface Cashable {
  coins: number;
  recentlyBought: number;
  firstBoughtUntil: Date | null;
  allBoughtUntil: Date | null;
}

/**
 * Returns how many coins of this wallet can be paid out: `available` less the recently bought coins that were not spent
 * (W3). Bonus coins and held coins never count (L6).
 */
export async function readCashable(
  source: Database | Transaction,
  { settings }: Pick<Deps, 'settings'>,
  { userId, available, held }: Wallet,
  now: Date,
): Promise<Cashable> {
  const waitMs = settings.get('boughtCoinsHours') * HOUR_MS;
  const credits = await listCreditsSince(source, userId, new Date(now.getTime() - waitMs));
  const { coins, oldestAt, newestAt } = unspentBought(credits, available + held);
  const recentlyBought = Math.min(coins, available);
  const after = (at: Date | null) => (at && recentlyBought > 0 ? new Date(at.getTime() + waitMs) : null);
  return {
    coins: available - recentlyBought,
    recentlyBought,
    firstBoughtUntil: after(oldestAt),
    allBoughtUntil: after(newestAt),
  };
}

/** Reads what a user can be paid out now, and why not more. Reads without locks, for display. */
export async function readPayoutTerms(
  deps: Pick<Deps, 'clock' | 'db' | 'settings'>,
  userId: string,
): Promise<PayoutTerms> {
  const { clock, db, settings } = deps;
  const now = new Date(clock.wallMs());
  const [user, wallets, owed, facts, holds] = await Promise.all([
    findUser(db, userId),
    readWallets(db, [userId]),
    sumReceivables(db, userId),
    readRequestFacts(db, userId),
    listHeldCoins(db, userId),
  ]);
  const wallet = wallets.get(userId);
  invariant(user && wallet, `user ${userId} has no wallet`);
  const cashable = await readCashable(db, deps, wallet, now);
  const minimum = settings.get('payoutMinCoins');
  const waits = waitsUntil(user, { now, hours: settings.get('credentialsWaitHours') });
  return {
    cashable: cashable.coins,
    rate: PAYOUT_NAIRA_PER_COIN,
    minimum,
    maximum: settings.get('payoutMaxCoins'),
    waits_until: waits?.toISOString() ?? null,
    reason: reasonOf({ facts, now, owed, waits, isTooLittle: cashable.coins < minimum }),
    available: wallet.available,
    held: wallet.held,
    bonus: wallet.bonus,
    recently_bought: cashable.recentlyBought,
    recently_bought_until: cashable.firstBoughtUntil?.toISOString() ?? null,
    all_bought_until: cashable.allBoughtUntil?.toISOString() ?? null,
    bought_hours: settings.get('boughtCoinsHours'),
    holds,
    owed,
  };
}

interface ReasonFacts {
  facts: RequestFacts;
  now: Date;
  owed: number;
  waits: Date | undefined;
  isTooLittle: boolean;
}

/** The reason that lasts longest comes first; a PIN can be set at once. */
function reasonOf({ facts, now, owed, waits, isTooLittle }: ReasonFacts): PayoutTerms['reason'] {
  const { isOpen, wrongTries, lockedUntil } = facts;
  if (owed > 0) return 'OWES_COINS';
  if (waits) return 'WAITING_PERIOD';
  if (isOpen) return 'PAYOUT_OPEN';
  if (isTooLittle) return 'NOT_ENOUGH_COINS';
  if (wrongTries === null) return 'PIN_NOT_SET';
  return lockOf({ wrongTries, lockedUntil }, now) ? 'PIN_LOCKED' : null;
}
