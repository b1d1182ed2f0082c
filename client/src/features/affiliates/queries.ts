import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { queryOptions } from '@tanstack/react-query';
import { listQuery } from '../../lib/list-page.ts';
import { type Link, listOffers, makeLink, readLinked, readMonth, readProgress, readTotal } from './api.ts';

/** What a referral or a claim changes. */
export const referralsKey = (userId: string) => ['affiliates', userId];

export const offersQuery = (userId: string, kind: AffiliateKind) =>
  listQuery([...referralsKey(userId), kind, 'offers'], (before, signal) => listOffers(kind, before, signal), {
    staleTime: 1_000,
  });

export const progressKey = (userId: string) => ['affiliate-progress', userId];

/** The progress of one offer; the list has it too, until the first change. */
export const progressQuery = (userId: string, kind: AffiliateKind, id: number, hasChanged: boolean) =>
  queryOptions({
    queryKey: [...progressKey(userId), kind, id],
    queryFn: ({ signal }) => readProgress(kind, id, signal),
    enabled: hasChanged,
    staleTime: 0,
    gcTime: 0,
  });

/** Read on request; a link stays the same. */
export const linkQuery = (userId: string, kind: AffiliateKind, id: number) =>
  queryOptions({
    queryKey: ['affiliate-link', userId, kind, id],
    queryFn: ({ signal }) => makeLink(kind, id, signal),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const totalQuery = (userId: string) =>
  queryOptions({
    queryKey: [...referralsKey(userId), 'total'],
    queryFn: ({ signal }) => readTotal(signal),
    staleTime: 0,
  });
export const monthQuery = (userId: string) =>
  queryOptions({
    queryKey: [...referralsKey(userId), 'month'],
    queryFn: ({ signal }) => readMonth(signal),
    staleTime: 0,
  });

export const linkedQuery = (link: Link) =>
  queryOptions({
    queryKey: ['affiliate-linked', link.kind, link.id, link.code],
    queryFn: ({ signal }) => readLinked(link, signal),
  });
