import { LiveBadge } from '../../ui/live-badge.tsx';
import { useAuctions } from './use-auctions.ts';
import { useJoinedAuctions } from './use-joined-auctions.ts';

/** Beside the way to the auctions: how many are live. Read when it is looked at; nothing while it is unknown or none is. */
export function LiveAuctionsCount() {
  const live = useAuctions('').data?.filter(({ status }) => status === 'active').length ?? 0;
  return live > 0 ? <LiveBadge word="Live" count={live} /> : null;
}

/** How many of those that go on the user takes part in. */
export function JoinedAuctionsCount() {
  const { auctions } = useJoinedAuctions();
  const open = auctions?.filter(({ status }) => status === 'active' || status === 'pending').length ?? 0;
  return open > 0 ? <span className="text-sm font-normal text-ink-3">{open} joined</span> : null;
}
