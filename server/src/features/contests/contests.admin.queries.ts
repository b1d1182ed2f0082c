import type { AdminContestsQuery } from '@copup/shared/contests.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { equal, type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';
import { type CountedContest, contestColumns } from './contests.queries.ts';

/** A contest with what is in its pot. */
export type ContestForOperators = CountedContest & { pot: number };

const columns = `${contestColumns}, n.players, f.balance AS pot`;
const joined = 'JOIN contest_player_counts n ON n.contest_id = s.id JOIN funds f ON f.id = s.pot_id';

const listed: OperatorList = {
  from: 'contests s',
  key: 's.id',
  select: `SELECT ${columns} FROM page JOIN contests s ON s.id = page.key ${joined}`,
  orders: {
    id: ['s.id'],
    // Ids are given in the order of time.
    created_at: ['s.id'],
    title: ['s.title', 's.id'],
    kind: ['s.kind', 's.id'],
    status: ['s.status', 's.realm', 's.end_date', 's.id'],
    end_date: ['s.end_date', 's.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminContestsQuery>;

/** A page of all contests for operators, and how many there are. */
export async function listContestsForOperators(
  db: Database,
  query: Query,
): Promise<{ rows: ContestForOperators[]; total: number }> {
  const { kind, status, realm, flagged, q } = query;
  return readList<ContestForOperators>(db, listed, query, [
    ...equal('s.kind', kind),
    ...(status === 'void'
      ? [{ sql: "s.status IN ('void', 'cancelling')", values: [] }]
      : equal('s.status', status)),
    ...equal('s.realm', realm),
    ...(flagged ? [{ sql: 's.is_flagged', values: [] }] : []),
    ...(q ? [{ sql: 's.title ILIKE ?', values: [searchPattern(q)] }] : []),
  ]);
}

export async function findContestForOperators(
  db: Database,
  id: number,
): Promise<ContestForOperators | undefined> {
  const { rows } = await db.pool.query<ContestForOperators>(
    `SELECT ${columns} FROM contests s ${joined} WHERE s.id = $1`,
    [id],
  );
  return rows[0];
}
