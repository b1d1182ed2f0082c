import { spellDuration } from '../../lib/format-time.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { Note } from '../../ui/note.tsx';
import type { LiveView } from './use-live-auction.ts';

/** Shown while the price may be old. */
export function StaleNote({ live }: { live: LiveView }) {
  const isOnline = useIsOnline();
  return (
    <Note look="offline" title={live.isOffline ? offlineTitle(isOnline) : 'Reconnecting.'}>
      This price is {spellDuration(live.ageS ?? 0)} old. Bidding opens again once the live price is back.
    </Note>
  );
}
