import { userRoom } from '@copup/shared/room-names.ts';
import type { TimelineFilter } from '@copup/shared/timeline.ts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { pagesQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoomChanges } from '../../realtime/index.ts';

const timelineKey = ['timeline'];

/** Reads the pages of the timeline that the user has opened. */
export function useTimeline(filter: TimelineFilter | undefined) {
  return useInfiniteQuery({
    ...pagesQuery([...timelineKey, filter ?? 'all'], (before, signal) =>
      call('GET /user/timeline', { query: { limit: 30, filter, before }, signal }),
    ),
    placeholderData: keepPreviousData,
  });
}

export function useHolds() {
  return useQuery(readQuery([...timelineKey, 'holds'], (signal) => call('GET /user/holds', { signal })));
}

/** Reloads the timeline when a balance has changed. The displayed entries stay until the new ones are there. */
export function useFollowBalance(): void {
  const client = useQueryClient();
  useRoomChanges<'user'>(userRoom(useSignedInUser().id), ({ state }, before) => {
    const isOther = (['available', 'held', 'bonus', 'task'] as const).some(
      (name) => before && before.state[name] !== state[name],
    );
    if (isOther) void client.invalidateQueries({ queryKey: timelineKey });
  });
}
