import type { Landing } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/calls.ts';
import { player } from '../../lib/home.ts';
import { useSession } from '../../lib/session.ts';

export interface Today {
  data: Landing;
  /** The server's time, from the reply and this device's clock since. */
  nowMs: number;
  ageMs: number;
}

/** A15: the only call of the landing page. It is repeated when the visitor returns to the tab, never by time. */
export function useToday(): { today: Today | null; isPending: boolean } {
  const { data, dataUpdatedAt, isPending } = useQuery({
    queryKey: ['landing'],
    queryFn: ({ signal }) => call('GET /landing', { signal }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });
  const [tickMs, setTickMs] = useState(() => Date.now());
  const hasData = data !== undefined;
  useEffect(() => {
    if (!hasData) return;
    const ticking = setInterval(() => setTickMs(Date.now()), 1_000);
    return () => clearInterval(ticking);
  }, [hasData]);
  if (!data) return { today: null, isPending };
  const ageMs = Math.max(0, tickMs - dataUpdatedAt);
  return { today: { data, ageMs, nowMs: Date.parse(data.server_time) + ageMs }, isPending };
}

/** Returns the address of an auction: players have their own page, others watch it (A15). */
export function useAuctionPath(): (id: number) => string {
  const isPlayer = useSession(({ user }) => user?.role === player);
  return (id) => pathTo(isPlayer ? paths.auction : paths.watch, id);
}
