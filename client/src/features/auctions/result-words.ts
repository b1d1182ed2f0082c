import type { Auction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { LiveAuction } from './live-auction.ts';

/** Returns what the winner saved, after the bid and the entry fee; null if nothing. */
export function savingOf(
  { price: worth, entry_bid_points: fee }: Pick<Auction, 'price' | 'entry_bid_points'>,
  spent: number,
): string | null {
  const saved = worth - (spent + fee) * BIDDING_NAIRA_PER_COIN;
  if (saved <= 0) return null;
  return `You saved ${formatNaira(saved)}${fee > 0 ? ', entry fee included' : ''}.`;
}

/** Returns what happened, to a user who did not win. */
export function outcomeWords(name: string, { status, leader }: LiveAuction): string {
  if (status === 'unsold') return 'Not sold this time.';
  if (status !== 'completed') return 'This auction was cancelled.';
  return leader === null
    ? `${isolate(name)} ended without a bid.`
    : `${leader} won ${isolate(name)} this time.`;
}

/** Returns why an auction was not sold (A8): the price or the entries were too few. */
export const unsoldReason = ({ seq }: Pick<LiveAuction, 'seq'>): string =>
  seq === 0
    ? 'Nobody bid this time.'
    : `${seq === 1 ? '1 bid' : `${formatNumber(seq)} bids`} came in. The price or the number of players stayed below what a sale needs, so nobody won.`;

/** Returns the sentences about the user's coins after an auction without a sale: the entry fee and a leader's bid. */
export function returnedWords(
  { joined, entry_bid_points: fee }: Pick<Auction, 'joined' | 'entry_bid_points'>,
  { status, price }: LiveAuction,
  isLeader: boolean,
): string[] {
  const words: string[] = [];
  if (joined && fee > 0) {
    const verb = status === 'cancelling' ? 'is on its way back' : 'is back';
    words.push(`Your entry ${verb}: ${inCoins(fee)}.`);
  }
  if (isLeader) words.push(`Your bid of ${inCoins(price)} is free again${words.length > 0 ? ' too' : ''}.`);
  return words;
}

const leastSecondsLeft = 30;

/** Returns the auction to try next: a running one that ends soonest, with time left to join it. */
export function nextOf<Some extends Pick<Auction, 'id' | 'status' | 'end_date'>>(
  auctions: readonly Some[],
  exceptId: number,
  nowMs: number,
): Some | undefined {
  const endOf = ({ end_date }: Some) => Date.parse(end_date);
  return auctions
    .filter(
      (auction) =>
        auction.id !== exceptId &&
        auction.status === 'active' &&
        endOf(auction) - nowMs > leastSecondsLeft * 1_000,
    )
    .sort((a, b) => endOf(a) - endOf(b) || a.id - b.id)[0];
}
