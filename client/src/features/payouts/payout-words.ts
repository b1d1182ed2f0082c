import { coinsAre, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Payout, PayoutTerms } from '@copup/shared/payouts.ts';
import { formatMoment } from '../../lib/format-time.ts';

/** A part of the balance that cannot be paid out now. */
export interface WaitingPart {
  name: string;
  why: string;
  coins: number;
  look: 'bought' | 'held' | 'bonus';
}

const momentOf = (time: string, nowMs: number) => formatMoment(Date.parse(time), nowMs);

/** Returns the parts of the balance that cannot be paid out, each with its reason and time. */
export function waitingParts(terms: PayoutTerms, nowMs: number): WaitingPart[] {
  const parts: WaitingPart[] = [];
  const { recently_bought: bought, recently_bought_until: first, all_bought_until: all } = terms;
  if (bought > 0 && first && all) {
    const name = `Bought in the last ${terms.bought_hours} hours`;
    const [from, until] = [momentOf(first, nowMs), momentOf(all, nowMs)];
    const why = from === until ? `payout from ${until}` : `payout from ${from}, all of it from ${until}`;
    parts.push({ name, why, coins: bought, look: 'bought' });
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

/** Returns when the bought coins can be paid out, for a user who has nothing else. */
export function nothingText(terms: PayoutTerms, nowMs: number): string {
  const { recently_bought: bought, all_bought_until: until, cashable, rate, minimum } = terms;
  if (bought === 0 || !until) return `A payout is at least ${inCoins(minimum)}.`;
  const coins = bought + cashable;
  return `Bought coins wait ${terms.bought_hours} hours. From ${momentOf(until, nowMs)}, you can cash out all ${formatNumber(coins)}, that is ${formatNaira(coins * rate)}.`;
}

export const isOpen = ({ status }: Pick<Payout, 'status'>) => status === 'pending' || status === 'approved';

/** Returns where the coins of a payout are that was rejected or returned, with the operator's reason. */
export function returnedText({ status, reason, bid_points: coins }: Payout): string | undefined {
  if (reason === null) return undefined;
  const why = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  const cause = status === 'returned' ? `The bank sent it back: ${why}` : why;
  return `${cause} ${coinsAre(coins)} in your wallet.`;
}
