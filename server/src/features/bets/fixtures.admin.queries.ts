import type {
  AdminFixture,
  AdminFixtureDetail,
  AdminFixturesQuery,
  FixtureState,
} from '@copup/shared/bets.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { ReadQueue } from '../../feature.ts';
import {
  type Condition,
  equal,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';
import { toFixture } from './bets.wire.ts';
import { type FixtureView, teamColumns } from './fixtures.queries.ts';

type Times = 'created_at' | 'updated_at' | 'result_at';
interface AdminFixtureRow extends FixtureView, Omit<AdminFixture, 'team_a' | 'team_b' | 'kickoff' | Times> {
  created_at: Date;
  updated_at: Date;
  result_at: Date | null;
}

/** By state: the fixtures that are in it, by the database's clock. */
const stateSql: Readonly<Record<FixtureState, string>> = {
  upcoming: 'f.result_no = 0 AND f.returned_at IS NULL AND f.kickoff > statement_timestamp()',
  due: 'f.result_no = 0 AND f.returned_at IS NULL AND f.kickoff <= statement_timestamp()',
  settling: 'f.settled_no < f.result_no',
  settled: 'f.result_no > 0 AND f.settled_no = f.result_no',
  returned: 'f.result_no = 0 AND f.returned_at IS NOT NULL',
};
const stateCase = `CASE ${Object.entries(stateSql)
  .map(([state, sql]) => `WHEN ${sql} THEN '${state}'`)
  .join(' ')} END`;

const columns = `f.id, f.kickoff, ${teamColumns}, f.realm, ${stateCase} AS state, f.result, f.goals_a, f.goals_b,
  u.username::text AS result_by, f.result_at, greatest(f.result_no - 1, 0) AS corrections, f.bets,
  (SELECT min(p.id) FROM approvals p WHERE p.status = 'pending' AND p.action IN ('fixture.result', 'fixture.correct')
    AND p.subject_kind = 'fixture' AND p.subject_id = f.id::text) AS approval_id,
  f.created_at, f.updated_at`;
const joined =
  'JOIN teams a ON a.id = f.team_a_id JOIN teams b ON b.id = f.team_b_id LEFT JOIN users u ON u.id = f.result_by';

const fixtureList: OperatorList = {
  from: 'fixtures f',
  key: 'f.id',
  select: `SELECT ${columns} FROM page JOIN fixtures f ON f.id = page.key ${joined}`,
  orders: { id: ['f.id'], created_at: ['f.id'], kickoff: ['f.kickoff', 'f.id'] },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminFixturesQuery>;

/** Reads a page of the fixtures, with the total. An unknown sort field means the id. */
export async function listAdminFixtures(
  db: Database,
  query: Query,
): Promise<{ rows: AdminFixture[]; total: number }> {
  const { rows, total } = await readList<AdminFixtureRow>(db, fixtureList, query, [
    ...(query.state === undefined ? [] : [{ sql: stateSql[query.state], values: [] }]),
    ...equal('f.realm', query.realm),
    ...(query.team_id === undefined ? [] : [ofTeams([query.team_id])]),
    ...(query.q ? [await matches(db, query.q)] : []),
  ]);
  return { rows: rows.map(toAdminFixture), total };
}

const ofTeams = (ids: readonly number[]): Condition => ({
  sql: 'f.team_a_id = ANY(?::int[]) OR f.team_b_id = ANY(?::int[])',
  values: [ids, ids],
});

/** Teams that a search considers. */
const MAX_TEAMS = 200;

/** Finds by the name of a team or the number of the fixture. */
async function matches(db: Database, text: string): Promise<Condition> {
  const { rows } = await db.pool.query<{ id: number }>(
    'SELECT t.id FROM teams t WHERE t.name ILIKE $1 ORDER BY t.id LIMIT $2',
    [searchPattern(text), MAX_TEAMS],
  );
  const { sql, values } = ofTeams(rows.map(({ id }) => id));
  return { sql: `${sql} OR f.id = ?::int`, values: [...values, searchedId(text)] };
}

/** Reads one fixture with its bets by status. */
export async function findAdminFixture(db: Database, id: number): Promise<AdminFixtureDetail | undefined> {
  const { rows } = await db.pool.query<AdminFixtureRow>({
    name: 'fixture-admin',
    text: `SELECT ${columns} FROM fixtures f ${joined} WHERE f.id = $1`,
    values: [id],
  });
  const row = rows[0];
  if (!row) return undefined;
  // Read from the index bets_of_fixture alone.
  const counted = await db.pool.query<{ status: string; count: number; points: number }>({
    name: 'fixture-bets',
    text: `SELECT status, count(*)::int AS count, coalesce(2 * sum(stake_points), 0)::bigint AS points FROM bets
      WHERE fixture_id = $1 GROUP BY status`,
    values: [id],
  });
  const of = (status: string) => counted.rows.find((one) => one.status === status);
  return {
    ...toAdminFixture(row),
    pending_bets: of('pending')?.count ?? 0,
    active_bets: of('active')?.count ?? 0,
    settled_bets: of('settled')?.count ?? 0,
    cancelled_bets: of('cancelled')?.count ?? 0,
    stake_points: (of('active')?.points ?? 0) + (of('settled')?.points ?? 0),
  };
}

/** O1: matches with bets that have started and wait for their result. */
export const readResultQueue =
  ({ pool }: Database): ReadQueue =>
  async () => {
    const { rows } = await pool.query<{ waiting: number; oldestAt: Date | null }>({
      name: 'queue-fixtures',
      text: `SELECT count(*)::int AS waiting, min(f.kickoff) AS "oldestAt" FROM fixtures f
        WHERE f.bets > 0 AND ${stateSql.due}`,
    });
    return rows[0] ?? { waiting: 0, oldestAt: null };
  };

function toAdminFixture(row: AdminFixtureRow): AdminFixture {
  const { aId, aName, aCrest, bId, bName, bCrest, ...fixture } = row;
  return {
    ...fixture,
    ...toFixture(row),
    result_at: row.result_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
