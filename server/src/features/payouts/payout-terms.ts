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
import { listYoungCoins, type YoungCoins } from '../../ledger/young-coins.ts';
import { lockOf } from '../../pins/pins.ts';
import { listHeldCoins, type RequestFacts, readRequestFacts } from './payouts.queries.ts';

/** Kobo per coin; stored with each payout. */
export const RATE_KOBO = PAYOUT_NAIRA_PER_COIN * KOBO_PER_NAIRA;

export interface Cashable {
  coins: number;
  /** How many more coins can be paid out from each date on, the next date first. */
  later: YoungCoins[];
}

/**
 * Returns how many coins of this wallet can be paid out: `available` less all young coins of the wallet, of which a hold
 * for a bid takes none (X17, W3). Bonus coins and held coins never count (L6).
 */
export async function readCashable(source: Database | Transaction, wallet: Wallet): Promise<Cashable> {
  const young = await listYoungCoins(source, wallet);
  let left = young.reduce((sum, { amount }) => sum + amount, 0);
  const payable = () => Math.max(0, wallet.available - left);
  const coins = payable();
  const later = young.map(({ amount, until }) => {
    const before = payable();
    left -= amount;
    return { amount: payable() - before, until };
  });
  return { coins, later: later.filter(({ amount }) => amount > 0) };
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
  const cashable = await readCashable(db, wallet);
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
    young: cashable.later.map(({ amount, until }) => ({ bid_points: amount, until: until.toISOString() })),
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
