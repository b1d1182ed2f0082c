import { paths } from '@copup/shared/page-paths.ts';
import { Gavel, Ticket } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { useConnection } from '../../realtime/index.ts';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { useAuctions } from './use-auctions.ts';
import { useJoinedAuctions } from './use-joined-auctions.ts';

const auction = { to: paths.auctions, name: 'Auction', Icon: Gavel };

export const auctionsNavigation: Navigation = {
  main: [{ ...auction, place: 2 }],
  more: [
    { ...auction, place: 1, aside: <LiveAuctionsCount /> },
    {
      place: 5,
      to: paths.joined,
      name: 'My Auctions',
      Icon: Ticket,
      aside: <JoinedAuctionsCount />,
    },
  ],
  saved: [{ place: 2, to: paths.joined, name: 'Your Auctions', Icon: Ticket }],
};

/** The number of live auctions, beside the link to them. It is loaded when visible; empty if unknown or 0. */
function LiveAuctionsCount() {
  const { data, hasNextPage } = useAuctions('');
  const live = data?.filter(({ status }) => status === 'active').length ?? 0;
  const isOffline = useConnection() === 'offline';
  if (live === 0) return null;
  return (
    <LiveBadge word={isOffline ? 'Offline' : 'Live'}>
      {live}
      {hasNextPage ? '+' : ''} live
    </LiveBadge>
  );
}

/** The number of running auctions that the user has joined. */
function JoinedAuctionsCount() {
  const { auctions, hasNextPage } = useJoinedAuctions();
  const open = auctions?.filter(({ status }) => status === 'active' || status === 'pending').length ?? 0;
  if (open === 0) return null;
  return (
    <span className="text-sm font-normal text-ink-3">
      {open}
      {hasNextPage ? '+' : ''} joined
    </span>
  );
}
