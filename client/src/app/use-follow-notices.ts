import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBalance } from '../features/wallet/use-balance.ts';

/** A new notice tells that something of the user's changed: cart, orders and joined auctions are read again. */
export function useFollowNotices(): void {
  const unread = useBalance()?.unread ?? null;
  const before = useRef<number | null>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const hasRisen = before.current !== null && unread !== null && unread > before.current;
    before.current = unread;
    if (!hasRisen) return;
    for (const key of ['cart', 'orders', 'joined']) void queries.invalidateQueries({ queryKey: [key] });
  }, [unread, queries]);
}
