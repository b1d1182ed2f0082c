import { coinsAre, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Payout, PayoutTerms } from '@copup/shared/payouts.ts';
import { formatSoon } from '../../lib/format-time.ts';

/** A part of the balance that cannot be paid out now. */
export interface WaitingPart {
  name: string;
  why: string;
  coins: number;
  look: 'young' | 'held' | 'bonus';
}

const momentOf = (time: string, nowMs: number) => formatSoon(Date.parse(time), nowMs);
const sumOf = (young: PayoutTerms['young']) => young.reduce((sum, { bid_points }) => sum + bid_points, 0);

/** Maximum number of dates in one sentence; later coins are named with the last date. */
const DATES = 3;

/** Returns how many coins can be paid out now, and how many more from when; undefined when nothing waits (X17). */
export function laterText({ cashable, young }: PayoutTerms, nowMs: number): string | undefined {
  const last = young.at(-1);
  if (!last) return undefined;
  const dated = young.length > DATES ? young.slice(0, DATES - 1) : young;
  const rest = young.length > DATES ? sumOf(young) - sumOf(dated) : 0;
  return [
    `${formatNumber(cashable)} now`,
    ...dated.map(({ bid_points: coins, until }) => `${formatNumber(coins)} from ${momentOf(until, nowMs)}`),
    ...(rest > 0 ? [`the other ${formatNumber(rest)} by ${momentOf(last.until, nowMs)}`] : []),
  ].join(', ');
}

/** Returns the parts of the balance that cannot be paid out, each with its reason and time. */
export function waitingParts(terms: PayoutTerms, nowMs: number): WaitingPart[] {
  const parts: WaitingPart[] = [];
  const [first, last] = [terms.young[0], terms.young.at(-1)];
  if (first && last) {
    const [from, until] = [momentOf(first.until, nowMs), momentOf(last.until, nowMs)];
    const why = from === until ? `payout from ${until}` : `payout from ${from}, all of it from ${until}`;
    parts.push({ name: 'New coins', why, coins: sumOf(terms.young), look: 'young' });
  }
  for (const hold of terms.holds) {
    const isBid = hold.kind === 'auction';
    const bids = hold.count === 1 ? '1 bid' : `${hold.count} bids`;
    parts.push({
      name: isBid ? `Held for ${bids}` : hold.kind === 'payout' ? 'Held for a payout' : 'Held',
      why: isBid ? (hold.name ?? 'until you are outbid') : 'until it is decided',
      coins: hold.bid_points,
      look: 'held',
    });
  }
  if (terms.bonus > 0) {
    parts.push({ name: 'Bonus', why: 'for entry fees and tickets', coins: terms.bonus, look: 'bonus' });
  }
  return parts;
}

/** Returns why no payout is possible now, undefined when one is possible or the PIN sheet shows the reason. */
export function blockText(terms: PayoutTerms, nowMs: number): string | undefined {
  const { reason, waits_until: until, owed } = terms;
  if (reason === 'WAITING_PERIOD' && until) {
    return `Your e-mail, password or PIN was changed. Payouts are possible again from ${momentOf(until, nowMs)}.`;
  }
  if (reason === 'OWES_COINS') {
    return `Your account owes ${inCoins(owed)} after a chargeback. Payouts are possible once they are repaid.`;
  }
  return reason === 'PAYOUT_OPEN' ? 'You already have an open payout.' : undefined;
}

/** Returns when the young coins can be paid out, for a user who has nothing else. */
export function nothingText(terms: PayoutTerms, nowMs: number): string {
  const { young, cashable, rate, minimum } = terms;
  const last = young.at(-1);
  if (!last) return `A payout is at least ${inCoins(minimum)}.`;
  const coins = sumOf(young) + cashable;
  return `Bought coins wait ${terms.bought_hours} hours, also after they were sent or won. From ${momentOf(last.until, nowMs)}, you can cash out all ${formatNumber(coins)}, that is ${formatNaira(coins * rate)}.`;
}

export const isOpen = ({ status }: Pick<Payout, 'status'>) => status === 'pending' || status === 'approved';

/** Returns where the coins of a payout are that was rejected or returned, with the operator's reason. */
export function returnedText({ status, reason, bid_points: coins }: Payout): string | undefined {
  if (reason === null) return undefined;
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const cause = status === 'returned' ? `The bank sent it back: ${why}` : why;
  return `${cause} ${coinsAre(coins)} in your wallet.`;
}
