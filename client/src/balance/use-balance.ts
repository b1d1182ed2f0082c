import { userRoom } from '@copup/shared/room-names.ts';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { call } from '../lib/calls.ts';
import { keepUser, useSignedInUser } from '../lib/session.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { useRoom } from '../realtime/index.ts';

export interface Balance {
  /** Coins that can be spent on anything. */
  available: number;
  /** Reserved by the user's leading bids. */
  held: number;
  /** Bonus coins, for entry fees and tickets only. */
  bonus: number;
  /** Task coins, which are a different unit (T7). */
  task: number;
  unread: number;
  /** False while the numbers may be old. */
  isLive: boolean;
}

/** The balance that is shown instead of the current one. */
const useHeldBalance = create<{ held: Balance | null }>(() => ({ held: null }));

/**
 * Shows this balance everywhere instead of the current one, so that coins that were just won do not reveal a result that
 * the page has not shown yet; null shows the current one again.
 */
export const holdBalance = (held: Balance | null): void => useHeldBalance.setState({ held });

/**
 * Returns the user's coins from the user's room; the profile is used until the room's first reply. While a balance is
 * held, returns that one.
 */
export function useBalance(): Balance | null {
  const { held } = useHeldBalance();
  const current = useCurrentBalance();
  return held ?? current;
}

function useCurrentBalance(): Balance | null {
  const { id } = useSignedInUser();
  const { state, status } = useRoom<'user'>(userRoom(id));
  const { data: profile } = useProfile();
  if (state) return { ...state, isLive: status === 'live' };
  if (!profile) return null;
  return {
    available: profile.available_points,
    held: profile.held_points,
    bonus: profile.bonus_points,
    task: profile.task_coin,
    unread: profile.unread,
    isLive: false,
  };
}

/** Returns the end of the user's suspension (S10), epoch milliseconds; null without one. */
export function useSuspendedUntil(): number | null {
  return useRoom<'user'>(userRoom(useSignedInUser().id)).state?.suspendedUntil ?? null;
}

/** Returns the user's profile; balances in it may be older than those of the room. */
export function useProfile() {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ['profile', id],
    queryFn: async ({ signal }) => {
      const profile = await call('GET /user/profile', { signal });
      // Own bids are found by the username, which another device or an operator may have changed (X13).
      keepUser(profile);
      return profile;
    },
  });
}

/** The balance that the wallet shows, which is `bid_points` (L6). */
export const balanceOf = ({ available, bonus }: Balance) => available + bonus;

const hiddenKey = 'balance-hidden';

/** Whether all own balances are shown as ****. */
export const useBalanceHidden = create<{ isHidden: boolean; toggle: () => void }>((set, get) => ({
  isHidden: readStored(hiddenKey) === 'yes',
  toggle: () => {
    const isHidden = !get().isHidden;
    writeStored(hiddenKey, isHidden ? 'yes' : 'no');
    set({ isHidden });
  },
}));
