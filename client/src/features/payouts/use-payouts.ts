import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBalance } from '../../balance/use-balance.ts';
import { listQuery } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { listBanks, listPayouts, pageSize, readTerms } from './api.ts';

/** The first part of the key is that of the notices: a decision of an operator reloads everything below it. */
const keys = {
  all: (userId: string) => ['payouts', userId],
  terms: (userId: string) => ['payouts', userId, 'terms'],
  history: (userId: string) => ['payouts', userId, 'history'],
  latest: (userId: string) => ['payouts', userId, 'latest'],
};

/** What can be paid out, reloaded when the balance changes. */
export function useTerms() {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const balance = useBalance();
  const coins = balance && `${balance.available} ${balance.held} ${balance.bonus}`;
  const before = useRef(coins);
  useEffect(() => {
    if (before.current !== null && before.current !== coins) {
      void queries.invalidateQueries({ queryKey: keys.terms(id) });
    }
    before.current = coins;
  }, [coins, id, queries]);
  return useQuery({ queryKey: keys.terms(id), queryFn: ({ signal }) => readTerms(signal), staleTime: 0 });
}

export function useBanks() {
  return useQuery({ queryKey: ['banks'], queryFn: ({ signal }) => listBanks(signal) });
}

/** The payouts by page, newest first. */
export function usePayouts() {
  const { id } = useSignedInUser();
  const read = (before: string | undefined, signal: AbortSignal) => listPayouts(before, pageSize, signal);
  return useInfiniteQuery(listQuery(keys.history(id), read, { staleTime: 0 }));
}

/** The last two payouts, for the place beside the form. */
export function useLatestPayouts(isShown: boolean) {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: keys.latest(id),
    queryFn: async ({ signal }) => (await listPayouts(undefined, 2, signal)).items,
    enabled: isShown,
    staleTime: 0,
  });
}

export function useReloadPayouts(): () => void {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: keys.all(id) });
}
