import type { AdminTeam } from '@copup/shared/bets.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/api.ts';

/** The operators' lists return at most so many records at once. */
const MOST_TEAMS = 1_000;

/** Returns the teams for new fixtures, by name. */
export function useTeams() {
  return useQuery({
    queryKey: ['admin-teams'],
    queryFn: ({ signal }) =>
      request<AdminTeam[]>(`/admin/teams?is_active=true&perPage=${MOST_TEAMS}&sort=name&order=ASC`, {
        signal,
      }),
    staleTime: 0,
  });
}
