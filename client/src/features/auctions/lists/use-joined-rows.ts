import { toAuctionState } from '@copup/shared/auction-state.ts';
import type { AuctionState, JoinedAuction } from '@copup/shared/auctions.ts';
import { auctionCardRoom } from '@copup/shared/room-names.ts';
import { useState } from 'react';
import { secondsLeft } from '../../../lib/format-time.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useRooms, useServerNow } from '../../../realtime/index.ts';
import { newestState, phaseOf } from '../live-auction.ts';
import { type JoinedState, joinedStateOf } from './joined-state.ts';
import { compareStances, stanceOf } from './stance.ts';

export interface JoinedRowView {
  auction: JoinedAuction;
  live: AuctionState;
  state: JoinedState;
  /** Seconds until the end of a live auction. */
  left: number;
  nowMs: number;
}

/** Returns the joined auctions with their live states: open ones as Live now orders them, then the others as read. */
export function useJoinedRows(auctions: readonly JoinedAuction[]): JoinedRowView[] {
  const { username } = useSignedInUser();
  const nowMs = useServerNow();
  const open = auctions.filter(({ status }) => status === 'active' || status === 'pending');
  const rooms = useRooms<'auction'>(open.map(({ id }) => auctionCardRoom(id)));
  const stateOf = new Map(open.map(({ id }, nth) => [id, rooms[nth]]));
  const [led, setLed] = useState<ReadonlyMap<number, number>>(new Map());
  const rows = auctions.map((auction) => {
    const live = newestState(toAuctionState(auction), stateOf.get(auction.id), null);
    const ownBid = Math.max(auction.own_bid ?? 0, led.get(auction.id) ?? 0) || null;
    // A name may have changed since the last bid, so a list that knows the leader by id decides without a newer state.
    const isSame = live.seq === auction.seq && auction.is_leader;
    const stance = isSame ? 'leading' : stanceOf(live, { joined: true, ownBid }, username);
    const state = joinedStateOf(auction, { phase: phaseOf(live, nowMs), stance, price: live.price, ownBid });
    return { auction, live, state, stance, left: secondsLeft(live.endDate, nowMs), nowMs };
  });
  const leads = rows.filter(
    ({ auction, live, stance }) => stance === 'leading' && live.price > (led.get(auction.id) ?? 0),
  );
  if (leads.length > 0)
    setLed(new Map([...led, ...leads.map(({ auction, live }) => [auction.id, live.price] as const)]));
  const [now, over] = [rows.filter(isOpenRow), rows.filter((row) => !isOpenRow(row))];
  const byStance = now.sort((a, b) =>
    compareStances(
      { stance: a.stance, endDate: a.live.endDate, id: a.auction.id },
      { stance: b.stance, endDate: b.live.endDate, id: b.auction.id },
    ),
  );
  return [...byStance, ...over];
}

const isOpenRow = ({ state }: { state: JoinedState }) => state.filter === 'live';
