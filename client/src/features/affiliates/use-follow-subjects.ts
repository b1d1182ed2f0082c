import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { auctionsRoom, heistsRoom } from '@copup/shared/room-names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoom } from '../../realtime/index.ts';
import { progressKey, referralsKey } from './queries.ts';

const roomOf = { auction: auctionsRoom, heist: heistsRoom };

/** Reloads the offers when a subject of the kind is new, was settled or was cancelled: then a claim may be ready. */
export function useFollowSubjects(kind: AffiliateKind): void {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  // Both rooms have the same list of changes.
  const { state, epoch } = useRoom<'auctions'>(roomOf[kind]());
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (!state) return;
    const now = `${epoch}:${state.changes.map((change) => `${change.id}${change.status}`).join()}`;
    const before = known.current;
    known.current = now;
    if (before === null || before === now) return;
    void queries.invalidateQueries({ queryKey: referralsKey(id) });
    void queries.invalidateQueries({ queryKey: progressKey(id) });
  }, [state, epoch, id, queries]);
}
