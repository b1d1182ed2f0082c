import { toAuctionState } from '@copup/shared/auction-state.ts';
import type { Auction } from '@copup/shared/auctions.ts';
import { auctionCardRoom, auctionPublicRoom, auctionRoom, userRoom } from '@copup/shared/room-names.ts';
import type { UserState } from '@copup/shared/users.ts';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { changeRead } from '../../lib/change-read.ts';
import { changeItems } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { isThrifty } from '../../lib/thrift.ts';
import { type RoomView, serverNow, useRoom, useRoomChanges } from '../../realtime/index.ts';
import type { LiveAuction } from './live-auction.ts';
import { auctionQuery } from './queries.ts';

/** Returns the constant fields: name, picture, fee, increment, whether the user has joined. They are read once; the room publishes the rest. */
export function useAuction(id: number) {
  return useQuery({ ...auctionQuery(id), enabled: !Number.isNaN(id) });
}

/** Marks the auction as joined in all cached lists and pages. */
export function useMarkJoined(): (id: number) => void {
  const queries = useQueryClient();
  return (id) => {
    const join = (auction: Auction) => (auction.id === id ? { ...auction, joined: true } : auction);
    changeRead(queries, auctionQuery(id).queryKey, join);
    changeItems(queries, ['auctions'], join);
    for (const key of ['joined', 'first-steps']) void queries.invalidateQueries({ queryKey: [key] });
  };
}

/**
 * Reloads the paid entries when another device of the user may have paid one: the user's coins have changed (a bid only moves
 * them between available and held), or the room was updated without a visible change: a free entry, or a hold and its release
 * in one update. An auction that the user has joined needs no reload.
 */
export function useEntriesOnOtherDevices(): void {
  const queries = useQueryClient();
  useRoomChanges<'user'>(userRoom(useSignedInUser().id), ({ state: now }, before) => {
    if (!before) return;
    const was = before.state;
    const isSame = (['available', 'held', 'bonus', 'unread'] as const).every(
      (name) => now[name] === was[name],
    );
    const totalOf = ({ available, held, bonus }: UserState) => available + held + bonus;
    if (totalOf(now) === totalOf(was) && !isSame) return;
    const isOpenToJoin = ({ state }: Query) => !(state.data as Auction | undefined)?.joined;
    void queries.invalidateQueries({ queryKey: ['auction'], predicate: isOpenToJoin });
    for (const key of ['auctions', 'joined']) void queries.invalidateQueries({ queryKey: [key] });
  });
}

/** With the data saver, the state of the list cards: one update a second (A9, D6). */
export function useAuctionRoom(id: number, isVisitor = false): RoomView<'auction'> {
  const room = isThrifty() ? auctionCardRoom(id) : auctionRoom(id);
  return useRoom<'auction'>(isVisitor ? auctionPublicRoom(id) : room);
}

/** Converts the first read to a room state, once. */
export function useReadState(auction: Auction): LiveAuction {
  return useMemo(() => toAuctionState(auction), [auction]);
}

/** Returns since when the displayed data may be old, by the server's clock; null while it is live. */
export function useStaleSince(isLive: boolean): number | null {
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => setSinceMs(isLive ? null : serverNow()), [isLive]);
  return sinceMs;
}
