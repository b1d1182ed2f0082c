import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { auctionsRoom, heistsRoom, userRoom } from '@copup/shared/room-names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOtherList } from '../../lib/list-changes.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoomChanges } from '../../realtime/index.ts';
import { progressKey, referralsKey } from './queries.ts';

function useReload() {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  return (refetchType: 'active' | 'none' = 'active') => {
    void queries.invalidateQueries({ queryKey: progressKey(id) });
    void queries.invalidateQueries({ queryKey: referralsKey(id), refetchType });
  };
}

/**
 * Live progress: each new version of the user's room reloads what is shown, because a referral that counts makes one.
 * Returns whether there was such a change. With `keepsLists` the lists are reloaded only when they are shown again.
 */
export function useFollowReferrals({ keepsLists = false } = {}): boolean {
  const reload = useReload();
  const [hasChanged, setHasChanged] = useState(false);
  useRoomChanges<'user'>(userRoom(useSignedInUser().id), (_, before) => {
    if (!before) return;
    setHasChanged(true);
    reload(keepsLists ? 'none' : 'active');
  });
  return hasChanged;
}

const roomOf = { auction: auctionsRoom, heist: heistsRoom };

/** Reloads the offers when a subject of the kind is new, was settled or was cancelled: then a claim may be ready. */
export function useFollowSubjects(kind: AffiliateKind): void {
  const reload = useReload();
  // Both rooms have the same list of changes.
  useRoomChanges<'auctions'>(roomOf[kind](), (now, before) => {
    if (before && isOtherList(now, before)) reload();
  });
}
