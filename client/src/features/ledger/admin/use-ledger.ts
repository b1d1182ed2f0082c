import type { AdminUser } from '@copup/shared/admin.ts';
import type {
  LedgerAudit,
  LedgerEntry,
  LedgerTransfer,
  LedgerWallet,
  Liabilities,
} from '@copup/shared/ledger.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/api.ts';
import type { ListPage } from '../../../lib/calls.ts';
import { pagesQuery } from '../../../lib/list-page.ts';
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
  usePages<LedgerTransfer>('/admin/ledger/transfers', filters);

export const useEntries = (userId: string, filters: URLSearchParams) =>
  usePages<LedgerEntry>(`/admin/ledger/wallets/${userId}/entries`, filters);

const usePages = <Row>(path: string, filters: URLSearchParams) =>
  useInfiniteQuery({
    ...pagesQuery(['ledger', path, String(filters)], (before, signal) => {
      const query = new URLSearchParams(filters);
      query.set('limit', '25');
      if (before) query.set('before', before);
      return request<ListPage<Row>>(`${path}?${query}`, { signal });
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
