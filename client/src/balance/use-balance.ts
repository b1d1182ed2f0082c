import { userRoom } from '@copup/shared/room-names.ts';
import type { Profile } from '@copup/shared/users.ts';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { request } from '../lib/api.ts';
import { useSignedInUser } from '../lib/session.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { useRoom } from '../realtime/index.ts';

export interface Balance {
  /** What can be spent on anything. */
  available: number;
  /** Reserved by the user's leading bids. */
  held: number;
  /** Given coins: entry fees and tickets only. */
  bonus: number;
  unread: number;
  /** False while the last known numbers may be old. */
  isLive: boolean;
}

/** The user's coins, pushed to every tab; the profile bridges the moment until the room has answered. */
export function useBalance(): Balance | null {
  const { id } = useSignedInUser();
  const { state, status } = useRoom<'user'>(userRoom(id));
  const { data: profile } = useProfile();
  if (state) return { ...state, isLive: status === 'live' };
  if (!profile) return null;
  return {
    available: profile.available_points,
    held: profile.held_points,
    bonus: profile.bonus_points,
    unread: profile.unread,
    isLive: false,
  };
}

function useProfile() {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => request<Profile>('/user/profile', { signal }),
  });
}

/** `bid_points`: what the wallet shows as the balance (L6). */
export const balanceOf = ({ available, bonus }: Balance) => available + bonus;

const hiddenKey = 'balance-hidden';

/** Whether the user's own balances are shown as ****, everywhere. */
export const useBalanceHidden = create<{ isHidden: boolean; toggle: () => void }>((set, get) => ({
  isHidden: readStored(hiddenKey) === 'yes',
  toggle: () => {
    const isHidden = !get().isHidden;
    writeStored(hiddenKey, isHidden ? 'yes' : 'no');
    set({ isHidden });
  },
}));
