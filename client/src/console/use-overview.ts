import type { OperatorOverview } from '@copup/shared/console.ts';
import { OVERVIEW_ROOM } from '@copup/shared/room-names.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/calls.ts';
import { useRoom } from '../realtime/index.ts';

export const overviewKey = ['operator-overview'];

/** Returns what operators see first. It is read once, and then updated by its room. */
export function useOverview(): OperatorOverview | undefined {
  const { state: live } = useRoom<'overview'>(OVERVIEW_ROOM);
  const { data } = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => call('GET /admin/overview', { signal }),
    enabled: live === undefined,
  });
  const isNewer = live && (!data || live.server_time >= data.server_time);
  return isNewer ? live : data;
}
