import { toAuctionState } from '@copup/shared/auction-state.ts';
import { auctionCardRoom } from '@copup/shared/room-names.ts';
import { useMemo, useState } from 'react';
import { secondsLeft } from '../../../lib/format-time.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useRoom, useServerNow } from '../../../realtime/index.ts';
import { type LiveAuction, newestState, phaseOf } from '../live-auction.ts';
import { type ListedAuction, stanceOf } from './stance.ts';

export type CardView = ReturnType<typeof useCard>;

/** Returns the live state of a listed auction. `isNear`: whether it is visible, since only then it follows its room. */
export function useCard(auction: ListedAuction & { joined?: boolean }, isNear: boolean) {
  const { username } = useSignedInUser();
  const room = useRoom<'auction'>(isNear ? auctionCardRoom(auction.id) : null);
  const nowMs = useServerNow();
  const read = useMemo(() => toAuctionState(auction), [auction]);
  const state = newestState(read, room.state, null);
  const ownBid = useOwnBid(auction.own_bid, state, username);
  return {
    state,
    phase: phaseOf(state, nowMs),
    /** Seconds until the end. */
    left: secondsLeft(state.endDate, nowMs),
    stance: stanceOf(state, { joined: auction.joined ?? true, ownBid }, username),
    ownBid,
    nowMs,
  };
}

/** Returns the user's last known bid: that of the list, or a later one that the room has shown. */
function useOwnBid(read: number | null, { leader, price }: LiveAuction, username: string): number | null {
  const [led, setLed] = useState(0);
  if (leader === username && price > led) setLed(price);
  const own = Math.max(read ?? 0, led);
  return own > 0 ? own : null;
}
