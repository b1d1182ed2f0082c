import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBalance } from '../../balance/use-balance.ts';
import { call, callAll } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery, useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';

/** Rows of a page of the history. */
const pageSize = 30;
const payoutsRoute = 'GET /tap/payout-history';

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
  return useFresh(keys.terms(id), (signal) => call('GET /user/payout-terms', { signal }));
}

export function useBanks() {
  return useQuery(readQuery(['banks'], (signal) => callAll('GET /user/banks', signal)));
}

/** The payouts by page, newest first. */
export function usePayouts() {
  const { id } = useSignedInUser();
  const query = { limit: pageSize };
  return useInfiniteQuery(listQuery(keys.history(id), payoutsRoute, { query, staleTime: 0 }));
}

/** The last two payouts, for the place beside the form. */
export function useLatestPayouts(isShown: boolean) {
  const { id } = useSignedInUser();
  return useFresh(keys.latest(id), (signal) => call(payoutsRoute, { query: { limit: 2 }, signal }), {
    enabled: isShown,
  });
}

export function useReloadPayouts(): () => void {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: keys.all(id) });
}
