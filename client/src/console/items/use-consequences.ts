import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';

/** Of all consequences of an item, which are read again with it. */
const keyOf = (noun: string | undefined, id: number | string) => ['item', noun, String(id), 'consequences'];

/** Whether consequences of an item are being read for the first time. */
export const useIsReadingConsequences = (noun: string, id: number | string): boolean =>
  useIsFetching({
    queryKey: keyOf(noun, id),
    predicate: ({ state }) => state.status === 'pending',
  }) > 0;

/** What an action would do, read from the server when its dialog opens. */
export function useConsequences(action: string, id: number | string) {
  const client = useQueryClient();
  const queryKey = [...keyOf(action.split('.')[0], id), action];
  const query = useFresh(queryKey, (signal) =>
    call('GET /admin/consequences/:action/:id', { params: { action, id }, signal }),
  );
  /** Shows the consequences of a refusal with FACTS_CHANGED in place of those that were read before. */
  const takeChanges = (failure: unknown): void => {
    if (failure instanceof ApiError && failure.code === 'FACTS_CHANGED')
      client.setQueryData(queryKey, failure.details);
  };
  return { ...query, takeChanges };
}

/** Sends a request with the guard of the consequences that are shown. */
export const withGuard =
  (guard: string | undefined): ((url: string, init: RequestInit) => Promise<Response>) =>
  (url, init) =>
    fetch(
      url,
      guard === undefined ? init : { ...init, headers: { ...init.headers, 'If-Match': `"${guard}"` } },
    );
