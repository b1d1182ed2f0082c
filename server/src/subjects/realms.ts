import type { Deps } from '../deps.ts';
import { RememberedFacts } from '../rooms/remembered-facts.ts';
import { parseIds } from './room-ids.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';

/** Caches the realm of each subject by its id. A subject never changes its realm. */
export function subjectRealms<Row extends SubjectRow>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { table }: Pick<SubjectKind<Row>, 'table'>,
): RememberedFacts<number> {
  return new RememberedFacts(
    async (ids) => {
      const { rows } = await db.pool.query<{ id: number; realm: number }>({
        name: `${table}-realms`,
        text: `SELECT id, realm FROM ${table} WHERE id = ANY($1::int[])`,
        values: [parseIds(ids)],
      });
      return new Map(rows.map(({ id, realm }) => [String(id), realm]));
    },
    () => clock.monotonicMs(),
  );
}
