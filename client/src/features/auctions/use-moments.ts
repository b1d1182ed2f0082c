import type { BidReceipt } from '@copup/shared/auctions.ts';
import { useEffect, useState } from 'react';
import { vibrate } from '../../lib/haptics.ts';
import { serverNow } from '../../realtime/index.ts';
import { shortToastDurationMs } from '../../ui/toaster.tsx';
import { useSettled } from '../../ui/use-coalesced.ts';
import type { LiveAuction } from './live-auction.ts';
import { type LateBid, leftAfter, see, seenFirst } from './moments.ts';

const joltMs = 1_000;
const lateMs = 2_400;
const outbidVibrationMs = 60;
const leastBetweenVibrationsMs = 2_000;

export interface Moments {
  /** Whole seconds to the end. */
  left: number;
  /** Whether the user lost the lead less than a second ago. */
  isJolted: boolean;
  /** Coins that were returned when the user lost the lead on this page; null if unknown. */
  returnedCoins: number | null;
  /** The last late bid. */
  late: LateBid | null;
  /** Whether the late bid was just now. */
  isLateNow: boolean;
  /** The number of the user's own bid of the last seconds, while it leads, and its message. */
  success: { seq: number; text: string } | null;
}

/** Returns what just happened in the auction. It changes in the same paint as the state. */
export function useMoments(
  state: LiveAuction,
  username: string,
  receipt: BidReceipt | null,
  tickMs: number,
): Moments {
  const [seen, setSeen] = useState(() => seenFirst(state));
  const next = see(seen, state, username, serverNow());
  if (next !== seen) setSeen(next);
  const { outbid, late } = next;
  const outbidSeq = outbid?.seq ?? 0;
  useEffect(() => {
    if (outbidSeq > 0) vibrate(outbidVibrationMs, leastBetweenVibrationsMs);
  }, [outbidSeq]);
  const isJolted = useIsNew(outbidSeq, joltMs);
  const isLateNow = useIsNew(late?.seq ?? 0, lateMs);
  const isBidNew = useIsNew(receipt?.seq ?? 0, shortToastDurationMs);
  return {
    left: leftAfter(next, tickMs),
    isJolted,
    returnedCoins: outbid?.coins ?? null,
    late,
    isLateNow,
    success:
      isBidNew && receipt !== null && state.leader === username
        ? { seq: receipt.seq, text: receipt.message || 'Bid placed successfully!' }
        : null,
  };
}

/** Returns whether the number of a bid is new; 0 means none. */
function useIsNew(seq: number, forMs: number): boolean {
  const settled = useSettled(seq, forMs);
  return seq > 0 && settled !== seq;
}
