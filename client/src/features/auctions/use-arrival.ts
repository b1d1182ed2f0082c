import type { Auction } from '@copup/shared/auctions.ts';
import type { WelcomeReply } from '@copup/shared/welcome.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { claimWelcome, readFirstSteps } from '../../first-steps/use-first-steps.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { vibrate } from '../../lib/haptics.ts';
import { toast } from '../../ui/toast.ts';
import { useMarkJoined } from './use-auction.ts';

/** What brought the user to the auction: kept by the history entry, and no address can set it. */
export interface ArrivalState {
  /** The user has just signed up to bid here. */
  isNew?: boolean;
  /** The user has just joined, for so many coins. */
  joinedFor?: number;
}

export interface Arrival {
  /** The entry that was just paid, in coins; null when the user joined before, or has not. */
  joinedFor: number | null;
  /** Whether coins and entry are on their way, so that nothing is missing yet. */
  isPending: boolean;
  /** The welcome coins that were just received. */
  gift: Pick<WelcomeReply, 'coins' | 'available'> | null;
}

const joinVibrationMs = 40;

export const payEntry = (id: number) =>
  callOnce(`entry:${id}`, 'POST /auction/pay-entry/:id', { params: { id } });

/**
 * Prepares the first bid of a player who signed up to bid in this auction (X15): claims the welcome coins, and joins if that
 * is free. Neither spends anything. Later visits, and players who join with the button, only see what happened.
 */
export function useArrival({ id, entry_bid_points, joined, status }: Auction): Arrival {
  const { state, pathname } = useLocation();
  const { isNew = false, joinedFor = null } = (state ?? {}) as ArrivalState;
  const [gift, setGift] = useState<Arrival['gift']>(null);
  const [isPending, setIsPending] = useState(isNew);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const markJoined = useMarkJoined();
  const hasStarted = useRef(false);
  const mayJoin = entry_bid_points === 0 && !joined && (status === 'active' || status === 'pending');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sign-up
  useEffect(() => {
    if (!isNew || hasStarted.current) return;
    hasStarted.current = true;
    const claim = async () => {
      setGift(await claimOpen());
      void queries.invalidateQueries({ queryKey: ['first-steps'] });
    };
    const join = async () => {
      try {
        await payEntry(id);
        markJoined(id);
        // The user may have left the page meanwhile.
        if (location.pathname === pathname)
          void navigate(pathname, { replace: true, state: { joinedFor: 0 } satisfies ArrivalState });
      } catch (error) {
        toast.error(messageOf(error, 'Error paying entry fee.'));
      }
    };
    void Promise.all([claim(), mayJoin && join()]).then(() => setIsPending(false));
  }, [isNew]);
  const isIn = joinedFor !== null && joined;
  useEffect(() => {
    if (!isIn) return;
    vibrate(joinVibrationMs);
    document.querySelector<HTMLElement>('[data-bid-button]')?.focus({ preventScroll: true });
  }, [isIn]);
  return { joinedFor: isIn ? joinedFor : null, isPending, gift };
}

/** Null when there is no gift: the page then works like for any player. */
async function claimOpen(): Promise<Arrival['gift']> {
  try {
    const { welcome } = await readFirstSteps();
    return welcome.state === 'open' ? await claimWelcome() : null;
  } catch {
    return null;
  }
}
