import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/api.ts';

/** The API's path of a room's trace. */
export const tracePath = (room: string) => `/admin/rooms/${encodeURIComponent(room)}/trace`;

/** Reads a trace once: what is replayed does not change meanwhile. `refetch` reads the minutes until now. */
export const useRoomTrace = (room: string) =>
  useQuery({
    queryKey: ['room-trace', room],
    queryFn: ({ signal }) => request<RoomTrace>(tracePath(room), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
