import { queryOptions, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';

type Options<Reply> = Omit<UseQueryOptions<Reply>, 'queryKey' | 'queryFn' | 'select'>;
type Read<Reply> = (signal: AbortSignal) => Promise<Reply>;

/** The query of one read, which is cancelled when nothing needs it any more. */
export const readQuery = <Reply>(queryKey: readonly unknown[], read: Read<Reply>, options?: Options<Reply>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal), ...options });

/** Reads it again on each visit. */
export const useFresh = <Reply>(
  queryKey: readonly unknown[],
  read: Read<Reply>,
  options?: Options<Reply>,
): UseQueryResult<Reply> => useQuery(readQuery(queryKey, read, { staleTime: 0, ...options }));
