import type { AdminUser } from '@copup/shared/admin.ts';
import type {
  LedgerAudit,
  LedgerEntriesReply,
  LedgerTransfer,
  LedgerTransfersReply,
  LedgerWallet,
  Liabilities,
} from '@copup/shared/ledger.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/api.ts';
import { readQuery } from '../../../lib/read-query.ts';

/** The query of a path below /api/admin, read again on each visit. */
const ledgerQuery = <Reply>(path: string) =>
  readQuery(['ledger', path], (signal) => request<Reply>(`/admin${path}`, { signal }), { staleTime: 0 });

export const useLiabilities = (realm: string) =>
  useQuery({
    ...ledgerQuery<Liabilities>(`/ledger/liabilities?realm=${realm || 0}`),
    placeholderData: keepPreviousData,
  });
export const useAudit = () => useQuery(ledgerQuery<LedgerAudit>('/ledger/audit'));
export const useWallet = (userId: string) => useQuery(ledgerQuery<LedgerWallet>(`/ledger/wallets/${userId}`));
export const useTransfer = (id: string) =>
  useQuery({
    ...ledgerQuery<LedgerTransfer>(`/ledger/transfers/${id}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Finds users by a part of the username, name or e-mail. */
export const useFoundUsers = (text: string) =>
  useQuery({
    ...ledgerQuery<AdminUser[]>(`/users?perPage=8&q=${encodeURIComponent(text)}`),
    enabled: text !== '',
  });

/** Pages of transfers by filters, as the address of the page has them. */
export const useTransfers = (filters: URLSearchParams) =>
  usePages<LedgerTransfersReply>('/admin/ledger/transfers', filters);

export const useEntries = (userId: string, filters: URLSearchParams) =>
  usePages<LedgerEntriesReply>(`/admin/ledger/wallets/${userId}/entries`, filters);

function usePages<Reply extends { next: string | null }>(path: string, filters: URLSearchParams) {
  return useInfiniteQuery({
    queryKey: ['ledger', path, String(filters)],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filters);
      query.set('limit', '25');
      if (pageParam) query.set('before', pageParam);
      return request<Reply>(`${path}?${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
