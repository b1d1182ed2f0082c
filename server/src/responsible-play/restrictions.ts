import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import type { Wallet } from '../ledger/wallets.ts';
import { readRestrictions } from './read-restrictions.ts';

/** A player's limits and break as of one moment, with the coins that count. Times are those of the database. */
export interface Restrictions {
  /** The end of a break in force; `forGood` of a self-exclusion without one. Undefined without a break. */
  break: { kind: 'time_out' | 'self_exclusion'; until: Date | 'forGood' } | undefined;
  /** Coins; null without a limit. */
  dayLimit: number | null;
  weekLimit: number | null;
  /** Spent less refunded, at least 0. */
  spentToday: number;
  spentThisWeek: number;
  /** Coins of open holds of plays, which count on every day on which they are open. */
  held: number;
  /** The end of the current day and week of Africa/Lagos (X3). */
  dayEnds: Date;
  weekEnds: Date;
}

/**
 * Returns TAKING_A_BREAK during a time-out or a self-exclusion (G2). Pure. Undefined restrictions are those of a player
 * who has none.
 */
export function refuseInBreak(restrictions: Pick<Restrictions, 'break'> | undefined): Refusal | undefined {
  const current = restrictions?.break;
  if (!current) return undefined;
  const { kind, until } = current;
  const noun = kind === 'time_out' ? 'Your time-out' : 'Your self-exclusion';
  if (until === 'forGood') {
    return new Refusal('TAKING_A_BREAK', `${noun} has no end. You cannot play with this account.`, {
      details: { kind, until: null },
    });
  }
  return new Refusal('TAKING_A_BREAK', `${noun} lasts until ${inLagos(until)}. You can play again then.`, {
    details: { kind, until: until.toISOString() },
  });
}

/** Returns LIMIT_REACHED when spending `amount` would exceed a limit (G1). Pure. */
export function refuseAboveLimit(
  restrictions: Restrictions | undefined,
  amount: number,
): Refusal | undefined {
  if (!restrictions || amount === 0) return undefined;
  const { day, week } = roomOf(restrictions);
  // The later moment counts when both are exceeded.
  if (week !== null && amount > week) return limitReached('week', restrictions, week);
  if (day !== null && amount > day) return limitReached('day', restrictions, day);
  return undefined;
}

/** Returns the coins that can be spent within each limit; null without a limit. */
function roomOf(restrictions: Restrictions): { day: number | null; week: number | null } {
  const { dayLimit, weekLimit, spentToday, spentThisWeek, held } = restrictions;
  return {
    day: dayLimit === null ? null : dayLimit - spentToday - held,
    week: weekLimit === null ? null : weekLimit - spentThisWeek - held,
  };
}

function limitReached(period: 'day' | 'week', restrictions: Restrictions, room: number): Refusal {
  const left = Math.max(0, room);
  const isDay = period === 'day';
  const limit = (isDay ? restrictions.dayLimit : restrictions.weekLimit) ?? 0;
  const until = isDay ? restrictions.dayEnds : restrictions.weekEnds;
  const rest =
    left === 0 ? 'nothing is left' : `${formatNumber(left)} of them ${left === 1 ? 'is' : 'are'} left`;
  return new Refusal(
    'LIMIT_REACHED',
    `Your limit is ${inCoins(limit)} a ${period}, and ${rest}. You can spend more from ${inLagos(until)}.`,
    { details: { period, limit, left, until: until.toISOString() } },
  );
}

const lagosTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Writes a moment in the time of Lagos, e.g. "Tuesday 24 November 2026 at 00:00". */
const inLagos = (at: Date): string => lagosTime.format(at);

/**
 * Throws TAKING_A_BREAK or LIMIT_REACHED unless the player may spend `amount` coins now (G1, G2). A play that costs
 * nothing has the amount 0: it is refused only during a break. The wallet must be locked, which orders the spends of a
 * player and the changes of the limits. Costs a query only for players who have set something.
 */
export async function requirePlayAllowed(
  tx: Transaction,
  wallet: Pick<Wallet, 'userId' | 'isRestricted'>,
  amount: number,
): Promise<void> {
  const restrictions = (await restrictionsOf(tx, [wallet])).get(wallet.userId);
  const refusal = refuseInBreak(restrictions) ?? refuseAboveLimit(restrictions, amount);
  if (refusal) throw refusal;
}

/**
 * Reads the restrictions of those owners who have set something, for a batch of commands. The wallets must be locked.
 * The commands then call `refuseInBreak` and `refuseAboveLimit`.
 */
export async function restrictionsOf(
  tx: Transaction,
  wallets: Iterable<Pick<Wallet, 'userId' | 'isRestricted'>>,
): Promise<Map<string, Restrictions>> {
  const restricted = [...wallets].filter(({ isRestricted }) => isRestricted).map(({ userId }) => userId);
  return restricted.length > 0 ? readRestrictions(tx, restricted) : new Map();
}
