/** What a demo bidder knows of a starter auction. Times are epoch milliseconds. */
export interface StarterView {
  id: number;
  price: number;
  bidIncrement: number;
  seq: number;
  /** The item's value in naira. */
  worth: number;
  leaderId: string | null;
  /** When the last bid was made; null before the first. */
  lastBidAt: number | null;
  startsAt: number;
  endDate: number;
  /** The demo bidders that have entered. */
  entered: readonly string[];
  /** When the last of them entered; null before the first. */
  lastEntryAt: number | null;
  /** Whether a player who is no demo bidder has entered. */
  hasGuest: boolean;
}

export type Move = { kind: 'enter' | 'bid'; bidderId: string };

/** Bidders enter one after another. */
const BETWEEN_ENTRIES_MS = 4_000;
/** The pause after a bid: a demo bidder outbids a guest later than another demo bidder of a guest's opponent would. */
const PAUSE_MS = { guest: 7_000, bidder: 12_000 };
/** Added to a pause, by the number of the bid, so that bids are not regular. */
const SPREAD_MS = 6_000;
/** Demo bidders never bid in the last seconds: a guest who leads then wins. */
const LAST_MS = 25_000;
/** Demo bidders stop at this share of the worth, in percent, and much earlier without a guest. */
const SHARE = { withGuest: 35, alone: 10 };
const NAIRA_PER_COIN = 100;

/**
 * Returns the next move of a demo bidder on a starter auction, or undefined to wait. Pure: a second server that sees the same
 * state makes the same move, and the price guard refuses one of both.
 */
export function nextMove(auction: StarterView, bidders: readonly string[], nowMs: number): Move | undefined {
  if (nowMs < auction.startsAt || nowMs > auction.endDate - LAST_MS) return undefined;
  const missing = bidders.find((id) => !auction.entered.includes(id));
  if (missing !== undefined && isPast(auction.lastEntryAt, BETWEEN_ENTRIES_MS, nowMs))
    return { kind: 'enter', bidderId: missing };
  const others = auction.entered.filter((id) => id !== auction.leaderId && bidders.includes(id));
  const bidderId = others[(auction.id + auction.seq) % Math.max(others.length, 1)];
  if (bidderId === undefined) return undefined;
  const share = auction.hasGuest ? SHARE.withGuest : SHARE.alone;
  const highest = Math.floor((auction.worth / NAIRA_PER_COIN) * (share / 100));
  if (auction.price + auction.bidIncrement > highest) return undefined;
  const isOfBidder = auction.leaderId !== null && bidders.includes(auction.leaderId);
  const pause = PAUSE_MS[isOfBidder ? 'bidder' : 'guest'] + ((auction.seq * 7_919 + auction.id) % SPREAD_MS);
  return isPast(auction.lastBidAt, pause, nowMs) ? { kind: 'bid', bidderId } : undefined;
}

const isPast = (at: number | null, pauseMs: number, nowMs: number): boolean =>
  at === null || nowMs - at >= pauseMs;
