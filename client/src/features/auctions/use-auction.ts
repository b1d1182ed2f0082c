import { toAuctionState } from '@copup/shared/auction-state.ts';
import type { Auction } from '@copup/shared/auctions.ts';
import { auctionCardRoom, auctionRoom, userRoom } from '@copup/shared/room-names.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { changeItems } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { isThrifty } from '../../lib/thrift.ts';
import { type RoomView, serverNow, useRoom } from '../../realtime/index.ts';
import type { LiveAuction } from './live-auction.ts';
import { auctionQuery } from './queries.ts';

/** Returns the constant fields: name, picture, fee, increment, whether the user has joined. They are read once; the room publishes the rest. */
export function useAuction(id: number) {
  return useQuery({ ...auctionQuery(id), enabled: !Number.isNaN(id) });
}

/** Marks the auction as joined in all cached lists and pages. */
export function useMarkJoined(): (id: number) => void {
  const queries = useQueryClient();
  return useCallback(
    (id) => {
      const join = (auction: Auction) => (auction.id === id ? { ...auction, joined: true } : auction);
      queries.setQueryData(auctionQuery(id).queryKey, (known) => known && join(known));
      changeItems(queries, ['auctions'], join);
      for (const key of ['joined', 'first-steps']) void queries.invalidateQueries({ queryKey: [key] });
    },
    [queries],
  );
}

/**
 * Reloads the paid entries when another device of the user may have paid one: the user's coins have changed (a bid only moves
 * them between available and held), or the room was updated without a visible change (a free entry).
 */
export function useEntriesOnOtherDevices(): void {
  const queries = useQueryClient();
  const { state, version, epoch } = useRoom<'user'>(userRoom(useSignedInUser().id));
  const known = useRef<{ at: string; total: number; all: string } | null>(null);
  useEffect(() => {
    if (!state) return;
    const { available, held, bonus, unread } = state;
    const before = known.current;
    const total = available + held + bonus;
    const all = [available, held, bonus, unread].join(':');
    known.current = { at: `${epoch}:${version}`, total, all };
    if (before === null || before.at === known.current.at) return;
    if (before.total === total && before.all !== all) return;
    for (const key of ['auction', 'auctions', 'joined']) void queries.invalidateQueries({ queryKey: [key] });
  }, [state, version, epoch, queries]);
}

/** With the data saver, the state of the list cards: one update a second (A9, D6). */
export function useAuctionRoom(id: number): RoomView<'auction'> {
  return useRoom<'auction'>(isThrifty() ? auctionCardRoom(id) : auctionRoom(id));
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
