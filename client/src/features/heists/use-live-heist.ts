import type { Heist, HeistState } from '@copup/shared/heists.ts';
import { heistCardRoom, heistRoom, vaultRoom } from '@copup/shared/room-names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useConnection, useRoom } from '../../realtime/index.ts';
import { toast } from '../../ui/toast.ts';
import { laterStatus, withState } from './live-heist.ts';
import { updateHeist } from './use-heists.ts';

/** Heists of which the toast was shown. */
const reported = new Set<number>();

/**
 * Returns the heist with the spots and the status of its card's room (H5). Other times and a later status are also written
 * to the list, which decides the section of the card and when the countdown opens.
 */
export function useLiveCard(heist: Heist): Heist {
  const { id } = heist;
  const queries = useQueryClient();
  const { state, status } = useRoom<'heist'>(heistCardRoom(id));
  const isOther = state !== undefined && isOtherState(heist, state);
  useEffect(() => {
    if (isOther) updateHeist(queries, id, (listed) => withState(listed, state));
  }, [isOther, state, id, queries]);
  useEffect(() => {
    if (status !== 'refused' || reported.has(id)) return;
    reported.add(id);
    toast.error(`Failed to fetch participant data for Heist ID: ${id}`);
  }, [status, id]);
  return useMemo(() => withState(heist, state), [heist, state]);
}

const isOtherState = (heist: Heist, { status, startsAt, endDate }: HeistState): boolean =>
  laterStatus(heist.status, status) !== heist.status ||
  Date.parse(heist.starts_at) !== startsAt ||
  Date.parse(heist.end_date) !== endDate;

/** Returns the heist with the state of its rooms, and whether that may be old. */
export function useLiveHeist(heist: Heist): { heist: Heist; isStale: boolean } {
  const { state, status } = useRoom<'heist'>(heistRoom(heist.id));
  // H3: its room has the question from the start on, for ticket holders.
  const { state: vault } = useRoom<'vault'>(heist.joined ? vaultRoom(heist.id) : null);
  const connection = useConnection();
  const live = useMemo(() => {
    const known = withState(heist, state);
    return {
      ...known,
      status: laterStatus(known.status, vault?.status),
      question: vault?.question ?? heist.question,
    };
  }, [heist, state, vault]);
  return {
    heist: live,
    isStale: status === 'stale' || connection === 'stale' || connection === 'offline',
  };
}
