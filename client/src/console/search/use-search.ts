import type { SearchHit } from '@copup/shared/console.ts';
import { findRoom } from '@copup/shared/find-room.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useRoom } from '../../realtime/index.ts';
import { useSettled } from '../../ui/use-coalesced.ts';
import { inWords } from '../capitalized.ts';
import {
  actionLines,
  askedAction,
  type PaletteLine,
  type PalettePage,
  pageLines,
  settingLines,
} from './palette.ts';
import { rank } from './rank.ts';

const DEBOUNCE_MS = 200;
const ROOMS = 6;

export interface FoundGroup {
  kind: string;
  name: string;
  records: readonly PaletteLine[];
}

/** Groups that are not named by the plural of their kind. */
const names: Readonly<Record<string, string>> = {
  action: 'Actions, each asks before it does anything',
  page: 'Pages',
  setting: 'Settings',
  user: 'People',
  'payment-reference': 'Transfers not announced',
  room: 'Live rooms',
};

interface FoundRecords {
  groups: readonly FoundGroup[];
  /** The text that the groups belong to. */
  text: string;
  isSearching: boolean;
  /** Whether the text is what is typed now: what needs no request, such as a page, can be opened. */
  isCurrent: boolean;
  error: unknown;
}

/** Searches records, pages and settings when the text was not changed for a moment. A newer text cancels the request for an older one. */
export function useSearch(typed: string, pages: readonly PalettePage[]): FoundRecords {
  const wanted = typed.trim();
  const text = useSettled(wanted, DEBOUNCE_MS);
  const asked = askedAction(text);
  const record = asked?.record ?? text;
  const { data, error, isFetching, isPlaceholderData } = useFresh(
    ['console-search', record],
    (signal) => call('GET /admin/search', { query: { q: record }, signal }),
    { enabled: text !== '', placeholderData: keepPreviousData },
  );
  const { data: settings = [] } = useFresh(
    ['palette-settings'],
    (signal) => call('GET /admin/settings', { signal }),
    { enabled: text.length > 1 },
  );
  const { state: rooms } = useRoom<'find'>(text.length > 1 ? findRoom(text) : null);
  if (wanted === '' || text === '')
    return { groups: [], text: '', isSearching: wanted !== '', isCurrent: false, error: null };
  const found = isPlaceholderData ? [] : (data?.groups ?? []);
  const groups = found.map(({ kind, hits }) => toGroup(kind, rank(hits, record)));
  const open = (rooms?.rooms ?? []).slice(0, ROOMS).map(({ room, name, status }) => ({
    id: room,
    title: name ?? room,
    detail: [room, status].filter(Boolean).join(', '),
    realm: 0,
    image: null,
  }));
  const acts = asked ? actionLines(asked, found) : [];
  const named = (kind: string, records: readonly PaletteLine[]) => ({
    kind,
    name: names[kind] ?? kind,
    records,
  });
  return {
    groups: [
      named('action', acts),
      named('page', pageLines(text, pages)),
      ...groups,
      named('setting', settingLines(text, settings)),
      toGroup('room', open),
    ].filter(({ records }) => records.length > 0),
    text,
    isSearching: isFetching || isPlaceholderData || text !== wanted,
    isCurrent: text === wanted,
    error,
  };
}

function toGroup(kind: string, hits: readonly SearchHit[]): FoundGroup {
  const records = hits.flatMap((hit): PaletteLine[] => {
    const path = recordPath(kind, hit.id);
    return path === null ? [] : [{ ...hit, kind, path }];
  });
  return { kind, name: names[kind] ?? `${inWords(kind)}s`, records };
}
