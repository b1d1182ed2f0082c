import { userRoom } from '@copup/shared/room-names.ts';
import { useState } from 'react';
import { useSignedInUser } from '../../../lib/session.ts';
import { useRoom } from '../../../realtime/index.ts';

interface OwnMaximum {
  /** The maximum in force; null without one. */
  own: number | null;
  /** The maximum that another player's bid exceeded while the page was open. */
  passed: number | null;
  /** Stops showing `passed`, after a withdrawal or another bid. */
  forget: () => void;
}

/** Returns the user's own maximum in an auction, from the user's own room (A13). */
export function useOwnMaximum(auctionId: number, isLeading: boolean): OwnMaximum {
  const { state } = useRoom<'user'>(userRoom(useSignedInUser().id));
  const own = state?.maximums?.find(({ auction }) => auction === auctionId)?.coins ?? null;
  const [last, setLast] = useState<number | null>(null);
  if (own !== null && own !== last) setLast(own);
  return { own, passed: own === null && !isLeading ? last : null, forget: () => setLast(null) };
}
