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

const read = { staleTime: 0 } as const;

export const useLiabilities = (realm: string) =>
  useQuery({
    queryKey: ['ledger', 'liabilities', realm],
    queryFn: ({ signal }) =>
      request<Liabilities>(`/admin/ledger/liabilities?realm=${realm || 0}`, { signal }),
    placeholderData: keepPreviousData,
    ...read,
  });

export const useAudit = () =>
  useQuery({
    queryKey: ['ledger', 'audit'],
    queryFn: ({ signal }) => request<LedgerAudit>('/admin/ledger/audit', { signal }),
    ...read,
  });

export const useWallet = (userId: string) =>
  useQuery({
    queryKey: ['ledger', 'wallet', userId],
    queryFn: ({ signal }) => request<LedgerWallet>(`/admin/ledger/wallets/${userId}`, { signal }),
    ...read,
  });

export const useTransfer = (id: string) =>
  useQuery({
    queryKey: ['ledger', 'transfer', id],
    queryFn: ({ signal }) => request<LedgerTransfer>(`/admin/ledger/transfers/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Finds users by a part of the username, name or e-mail. */
export const useFoundUsers = (text: string) =>
  useQuery({
    queryKey: ['ledger', 'users', text],
    queryFn: ({ signal }) =>
      request<AdminUser[]>(`/admin/users?perPage=8&q=${encodeURIComponent(text)}`, { signal }),
    enabled: text !== '',
    ...read,
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
    ...read,
  });
}
