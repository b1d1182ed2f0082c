import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBalance } from '../balance/use-balance.ts';
import { noticeQueries } from './features.ts';

/** Reloads the data that a new notice may have changed: cart, orders, joined auctions and others. */
export function useFollowNotices(): void {
  const unread = useBalance()?.unread ?? null;
  const before = useRef<number | null>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const hasRisen = before.current !== null && unread !== null && unread > before.current;
    before.current = unread;
    if (!hasRisen) return;
    for (const key of noticeQueries) void queries.invalidateQueries({ queryKey: [key] });
  }, [unread, queries]);
}
