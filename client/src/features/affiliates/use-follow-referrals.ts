import { userRoom } from '@copup/shared/room-names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoom } from '../../realtime/index.ts';
import { progressKey, referralsKey } from './queries.ts';

/**
 * Live progress: each new version of the user's room reloads what is shown, because a referral that counts makes one.
 * Returns whether there was such a change. With `keepsLists` the lists are reloaded only when they are shown again.
 */
export function useFollowReferrals({ keepsLists = false } = {}): boolean {
  const { id } = useSignedInUser();
  const { epoch, version } = useRoom<'user'>(userRoom(id));
  const queries = useQueryClient();
  const known = useRef<string | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  useEffect(() => {
    if (version < 0) return;
    const now = `${epoch}:${version}`;
    const before = known.current;
    known.current = now;
    if (before === null || before === now) return;
    setHasChanged(true);
    void queries.invalidateQueries({ queryKey: progressKey(id) });
    void queries.invalidateQueries({
      queryKey: referralsKey(id),
      refetchType: keepsLists ? 'none' : 'active',
    });
  }, [epoch, version, id, queries, keepsLists]);
  return hasChanged;
}
