import { coinsAre } from '@copup/shared/coins.ts';
import { secondsLeft } from '../../lib/format-time.ts';
import type { BidStream } from './bid-stream.ts';
import type { LiveAuction } from './live-auction.ts';

/** A bid that moved the end (A5). */
export interface LateBid {
  seq: number;
  /** X16: the whole seconds by which the end moved; 0 if less than one. */
  gainedS: number;
  /** Whole seconds left after the bid. */
  leftS: number;
  endDate: number;
  /** Whether the end is now the latest one. */
  isLatest: boolean;
}

/** The auction's last state with what changed before it, as this client saw it. */
export interface Seen {
  state: LiveAuction;
  /** The bid by which the user lost the lead while this page was open; null after taking it again. */
  outbid: { seq: number; coins: number | null } | null;
  late: LateBid | null;
}

export const seenFirst = (state: LiveAuction): Seen => ({ state, outbid: null, late: null });

/** Returns the next state with its changes. States without a new bid only replace the state. */
export function see(seen: Seen, state: LiveAuction, username: string, nowMs: number): Seen {
  const before = seen.state;
  if (state.seq <= before.seq) return isSame(before, state) ? seen : { ...seen, state };
  const late = lateBidOf(before, state, nowMs) ?? seen.late;
  return { state, outbid: outbidOf(seen, state, username), late };
}

const isSame = (a: LiveAuction, b: LiveAuction) =>
  a.seq === b.seq && a.leader === b.leader && a.price === b.price && a.endDate === b.endDate;

function outbidOf({ state: before, outbid }: Seen, state: LiveAuction, username: string): Seen['outbid'] {
  if (state.leader === username) return null;
  if (before.leader !== username) return outbid;
  // With bids between the two states, the last one of the user may not be among them.
  return { seq: state.seq, coins: state.seq === before.seq + 1 ? before.price : null };
}

function lateBidOf(
  before: LiveAuction,
  { seq, endDate, hardEnd }: LiveAuction,
  nowMs: number,
): LateBid | null {
  const gainedMs = endDate - before.endDate;
  // An operator moved the end, with the latest one (A14).
  if (gainedMs <= 0 || hardEnd !== before.hardEnd) return null;
  const isLatest = endDate >= hardEnd;
  const left = (endDate - nowMs) / 1_000;
  return {
    seq,
    gainedS: Math.floor(gainedMs / 1_000),
    // Back to the whole seconds of the rule: the bid took some milliseconds to arrive, and the clocks differ by some.
    leftS: Math.max(0, isLatest ? Math.ceil(left) : Math.round(left)),
    endDate,
    isLatest,
  };
}

/**
 * Returns the whole seconds left at a tick of the clock. A late bid may be newer than the tick: it sets the clock back to the
 * seconds of the rule, never to one more.
 */
export function leftAfter({ state: { endDate }, late }: Seen, tickMs: number): number {
  const left = secondsLeft(endDate, tickMs);
  return late?.endDate === endDate ? Math.min(left, late.leftS) : left;
}

/** Returns the coins of the user's last bid, if it is known that no other own bid followed. */
export function lastOwnCoins(stream: BidStream, username: string): number | null {
  for (const [at, { seq, username: name, price }] of stream.entries()) {
    const newer = stream[at - 1];
    if (newer && newer.seq !== seq + 1) return null;
    if (name === username) return price;
  }
  return null;
}

/** "Your 35 coins are back", without the number if it is not known. */
export const coinsBack = (coins: number | null): string =>
  `Your ${coins === null ? 'coins are' : coinsAre(coins)} back`;
