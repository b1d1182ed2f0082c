import type { Deps } from '../deps.ts';
import { searchedId } from '../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../operators/search-records.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';
import { findForOperators, listForOperators, type SubjectFilters, type SubjectList } from './subject-list.ts';

/** Finds subjects by a part of their name or by their number. */
export function searchSubjects<Row extends SubjectRow, Filters>(
  { db }: Pick<Deps, 'db'>,
  kind: Pick<SubjectKind<SubjectRow>, 'table' | 'nameColumn'>,
  list: SubjectList<Filters>,
  nameOf: (row: Row) => string,
): SearchRecords {
  return async (text, realm) => {
    const id = searchedId(text);
    const query: SubjectFilters = { ...firstHits, realm, q: text };
    const [found, rows] = await Promise.all([
      id === null ? undefined : findForOperators<Row, Filters>(db.pool, kind, list, id),
      unlessUuid(text, () =>
        listForOperators<Row, Filters>(db, kind, list, query as SubjectFilters & Filters),
      ),
    ]);
    return withFound(found, rows).map((row) => ({
      id: String(row.id),
      title: nameOf(row),
      detail: `${row.id}, ${row.status}`,
      realm: row.realm,
      image: row.image,
    }));
  };
}
