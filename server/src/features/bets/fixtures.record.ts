import type { AdminFixture, AdminFixtureDetail, FixtureState } from '@copup/shared/bets.ts';
import { fixturesCalls } from '@copup/shared/calls/bets.ts';
import type { Database } from '../../db/database.ts';
import { inArray } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ReadQueue } from '../../feature.ts';
import { type Condition, searchedId, searchPattern } from '../../operators/operator-list.ts';
import type { RecordAdmin, Stored } from '../../records/record-admin.ts';
import { assertOpenRealm } from '../../subjects/write-subject.ts';
import { fixtureExists, fixtureNotEditable, fixtureNotFound, teamNotFound } from './bets.errors.ts';
import { END_JOB } from './bets.jobs.ts';
import { type FixtureRow, fixtures, teams } from './bets.tables.ts';
import { toFixture } from './bets.wire.ts';
import { type FixtureView, teamColumns } from './fixtures.queries.ts';

export type ListedFixture = FixtureView &
  Omit<Stored<AdminFixture>, 'team_a' | 'team_b' | 'kickoff'> & { team_a: number; team_b: number };

/** By state: the fixtures that are in it, by the database's clock. */
const stateSql: Readonly<Record<FixtureState, string>> = {
  upcoming: 't.result_no = 0 AND t.returned_at IS NULL AND t.kickoff > statement_timestamp()',
  due: 't.result_no = 0 AND t.returned_at IS NULL AND t.kickoff <= statement_timestamp()',
  settling: 't.settled_no < t.result_no',
  settled: 't.result_no > 0 AND t.settled_no = t.result_no',
  returned: 't.result_no = 0 AND t.returned_at IS NOT NULL',
};
const stateCase = `CASE ${Object.entries(stateSql)
  .map(([state, sql]) => `WHEN ${sql} THEN '${state}'`)
  .join(' ')} END`;

/** /api/admin/fixtures: matches, whose jobs end joining at kickoff (B2). */
export const fixtureRecord = ({ jobs }: Pick<Deps, 'jobs'>): RecordAdmin<FixtureRow, ListedFixture> => ({
  name: 'fixture',
  table: fixtures,
  columns: { team_a: 'teamAId', team_b: 'teamBId' },
  calls: fixturesCalls,
  detail: (db, fixture) => withBets(db, fixture as AdminFixture),
  notFound: fixtureNotFound,
  more: `${teamColumns}, ${stateCase} AS state, t.result, t.goals_a, t.goals_b, u.username::text AS result_by,
    t.result_at, greatest(t.result_no - 1, 0) AS corrections, t.bets,
    (SELECT min(p.id) FROM approvals p WHERE p.status = 'pending' AND p.action IN ('fixture.result', 'fixture.correct')
      AND p.subject_kind = 'fixture' AND p.subject_id = t.id::text) AS approval_id`,
  joined:
    'JOIN teams a ON a.id = t.team_a_id JOIN teams b ON b.id = t.team_b_id LEFT JOIN users u ON u.id = t.result_by',
  orders: { kickoff: ['t.kickoff', 't.id'] },
  search: matches,
  where: ({ state, team_id }: { state?: FixtureState; team_id?: number }) => [
    ...(state === undefined ? [] : [{ sql: stateSql[state], values: [] }]),
    ...(team_id === undefined ? [] : [ofTeams([team_id])]),
  ],
  toReply: ({ aId, aName, aCrest, bId, bName, bCrest, ...fixture }) => ({
    ...fixture,
    ...toFixture({ id: fixture.id, kickoff: fixture.kickoff, aId, aName, aCrest, bId, bName, bCrest }),
  }),
  unique: { fixtures_once: fixtureExists },
  async check(tx, after, before) {
    if (!before) await assertOpenRealm(tx, after.realm);
    if (before && before.resultNo > 0) throw fixtureNotEditable('This fixture has a result.');
    if (before?.returnedAt) throw fixtureNotEditable('The stakes of this fixture were returned.');
    if (after.teamAId !== before?.teamAId || after.teamBId !== before.teamBId) {
      if (before && before.bets > 0)
        throw fixtureNotEditable('There are bets about this match, so its teams cannot change.');
      await assertTeams(tx, after.teamAId, after.teamBId);
    }
    if (isMoved(after, before) && after.kickoff <= (await tx.clock())) throw inThePast();
  },
  // A match that is moved to a later time takes bets again.
  follow: (after, before, createdBy) =>
    before ? (isMoved(after, before) ? { closedAt: null } : {}) : { createdBy },
  written(after, before) {
    if (isMoved(after, before)) jobs.scheduleJob(END_JOB, String(after.id), after.kickoff);
  },
});

const isMoved = ({ kickoff }: FixtureRow, before: FixtureRow | undefined) =>
  kickoff.getTime() !== before?.kickoff.getTime();

async function assertTeams(tx: Transaction, one: number, other: number): Promise<void> {
  if (one === other) {
    throw new Refusal('VALIDATION_FAILED', 'A team does not play against itself.', {
      issues: [{ path: 'team_b', message: 'Choose another team.' }],
    });
  }
  const found = await tx.orm
    .select({ id: teams.id })
    .from(teams)
    .where(inArray(teams.id, [one, other]));
  if (found.length < 2) throw teamNotFound();
}

const inThePast = () =>
  new Refusal('VALIDATION_FAILED', 'The kickoff must be in the future.', {
    issues: [{ path: 'kickoff', message: 'must be in the future' }],
  });

const ofTeams = (ids: readonly number[]): Condition => ({
  sql: 't.team_a_id = ANY(?::int[]) OR t.team_b_id = ANY(?::int[])',
  values: [ids, ids],
});

/** Teams that a search considers. */
const MAX_TEAMS = 200;

/** Finds by the name of a team or the number of the fixture. */
async function matches(text: string, db: Database): Promise<Condition> {
  const { rows } = await db.pool.query<{ id: number }>(
    'SELECT t.id FROM teams t WHERE t.name ILIKE $1 ORDER BY t.id LIMIT $2',
    [searchPattern(text), MAX_TEAMS],
  );
  const { sql, values } = ofTeams(rows.map(({ id }) => id));
  return { sql: `${sql} OR t.id = ?::int`, values: [...values, searchedId(text)] };
}

/** Adds its bets by status, read from the index bets_of_fixture alone. */
async function withBets(db: Database, fixture: AdminFixture): Promise<AdminFixtureDetail> {
  const counted = await db.pool.query<{ status: string; count: number; points: number }>({
    name: 'fixture-bets',
    text: `SELECT status, count(*)::int AS count, coalesce(2 * sum(stake_points), 0)::bigint AS points FROM bets
      WHERE fixture_id = $1 GROUP BY status`,
    values: [fixture.id],
  });
  const of = (status: string) => counted.rows.find((one) => one.status === status);
  return {
    ...fixture,
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
      text: `SELECT count(*)::int AS waiting, min(t.kickoff) AS "oldestAt" FROM fixtures t
        WHERE t.bets > 0 AND ${stateSql.due}`,
    });
    return rows[0] ?? { waiting: 0, oldestAt: null };
  };
