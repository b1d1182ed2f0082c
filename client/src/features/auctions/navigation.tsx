import { useConnection } from '../../realtime/index.ts';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { useAuctions } from './use-auctions.ts';
import { useJoinedAuctions } from './use-joined-auctions.ts';

/** The number of live auctions, beside the link to them. It is loaded when visible; empty if unknown or 0. */
export function LiveAuctionsCount() {
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
export function JoinedAuctionsCount() {
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
