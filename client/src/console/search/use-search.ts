import type { SearchHit, SearchReply } from '@copup/shared/console.ts';
import { findRoom } from '@copup/shared/find-room.ts';
import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { useRoom } from '../../realtime/index.ts';
import { useSettled } from '../../ui/use-coalesced.ts';
import { capitalized } from '../capitalized.ts';
import { rank } from './rank.ts';

const DEBOUNCE_MS = 200;
const ROOMS = 6;

/** A hit with the address of its page. */
export interface FoundRecord extends SearchHit {
  kind: string;
  path: string;
}
export interface FoundGroup {
  kind: string;
  name: string;
  records: readonly FoundRecord[];
}

const names: Readonly<Record<string, string>> = {
  user: 'People',
  ...Object.fromEntries(
    Object.entries(liveSubjects).map(([kind, { plural }]) => [kind, capitalized(plural)]),
  ),
  bet: 'Bets',
  order: 'Orders',
  'heist-order': 'Heist orders',
  payment: 'Payments',
  payout: 'Payouts',
  trade: 'Trades',
  transfer: 'Transfers',
  task: 'Tasks',
  post: 'Posts',
  room: 'Live rooms',
};

interface Search {
  groups: readonly FoundGroup[];
  /** The text that the groups belong to. */
  text: string;
  isSearching: boolean;
  error: unknown;
}

/** Searches when the text was not changed for a moment. A newer text cancels the request for an older one. */
export function useSearch(typed: string): Search {
  const wanted = typed.trim();
  const text = useSettled(wanted, DEBOUNCE_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['console-search', text],
    queryFn: ({ signal }) => request<SearchReply>(`/admin/search?q=${encodeURIComponent(text)}`, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { state: rooms } = useRoom<'find'>(text.length > 1 ? findRoom(text) : null);
  if (wanted === '' || text === '') return { groups: [], text: '', isSearching: wanted !== '', error: null };
  const groups = (data?.groups ?? []).map(({ kind, hits }) => toGroup(kind, rank(hits, text)));
  const open = (rooms?.rooms ?? []).slice(0, ROOMS).map(({ room, name, status }) => ({
    id: room,
    title: name ?? room,
    detail: [room, status].filter(Boolean).join(', '),
    realm: 0,
    image: null,
  }));
  return {
    groups: [...groups, toGroup('room', open)].filter(({ records }) => records.length > 0),
    text,
    isSearching: isFetching || isPlaceholderData || text !== wanted,
    error,
  };
}

function toGroup(kind: string, hits: readonly SearchHit[]): FoundGroup {
  const records = hits.flatMap((hit): FoundRecord[] => {
    const path = recordPath(kind, hit.id);
    return path === null ? [] : [{ ...hit, kind, path }];
  });
  return { kind, name: names[kind] ?? kind, records };
}
