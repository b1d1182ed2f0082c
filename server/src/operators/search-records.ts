import type { SearchHit } from '@copup/shared/console.ts';

/**
 * Finds records of one kind by a name, an e-mail address, a reference or an id, the newest first. Those found by an id may
 * belong to another realm.
 */
export type SearchRecords = (text: string, realm: number) => Promise<SearchHit[]>;

/** Records of each kind in the reply of a search. */
export const HITS = 6;

/** Reads the first page of an operators' list without counting the rest. */
export const firstHits = { page: 1, perPage: HITS, order: 'DESC', count: 'no' } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the UUID that a search consists of, undefined for any other text. */
export const searchedUuid = (text: string): string | undefined =>
  UUID.test(text) ? text.toLowerCase() : undefined;

/** Lists records by their names, unless the text is a UUID: no name is one, and to find none reads the whole index. */
export async function unlessUuid<Row>(
  text: string,
  list: () => Promise<{ rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  return searchedUuid(text) === undefined ? (await list()).rows : [];
}

/** Returns the record with the searched id before those with the name, each once. */
export function withFound<Row extends { id: number | string }>(
  found: Row | undefined,
  rows: readonly Row[],
): Row[] {
  return found ? [found, ...rows.filter(({ id }) => id !== found.id)].slice(0, HITS) : [...rows];
}
