import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { call } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import { type Link, readLinked } from './api.ts';

/** Where the routes of the links to a kind of subject begin. */
export const offerPaths = { auction: '/auction/affiliate', heist: '/hurt/heist/affiliate' } as const;

/** What a referral or a claim changes. */
export const referralsKey = (userId: string) => ['affiliates', userId];

export const offersQuery = (userId: string, kind: AffiliateKind) =>
  listQuery([...referralsKey(userId), kind, 'offers'], `GET ${offerPaths[kind]}/list`, { staleTime: 1_000 });

export const progressKey = (userId: string) => ['affiliate-progress', userId];

/** The progress of one offer; the list has it too, until the first change. */
export const progressQuery = (userId: string, kind: AffiliateKind, id: number, hasChanged: boolean) =>
  readQuery(
    [...progressKey(userId), kind, id],
    (signal) => call(`GET ${offerPaths[kind]}/progress/:id`, { params: { id }, signal }),
    { enabled: hasChanged, staleTime: 0, gcTime: 0 },
  );

/** Read on request; a link stays the same. */
export const linkQuery = (userId: string, kind: AffiliateKind, id: number) =>
  readQuery(
    ['affiliate-link', userId, kind, id],
    (signal) => call(`GET ${offerPaths[kind]}/link/:id`, { params: { id }, signal }),
    { enabled: false, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  );

export const linkedQuery = (link: Link) =>
  readQuery(['affiliate-linked', link.kind, link.id, link.code], (signal) => readLinked(link, signal));
