import type { Team } from '@copup/shared/bets.ts';
import type { Database } from '../../db/database.ts';
import { eq, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { FIXTURE_DAYS } from './bet-rules.ts';
import { type FixtureRow, fixtures } from './bets.tables.ts';

type Source = Database | Transaction;

/** A fixture with the names of its teams. */
export interface FixtureView {
  id: number;
  kickoff: Date;
  aId: number;
  aName: string;
  aCrest: string;
  bId: number;
  bName: string;
  bCrest: string;
}

/** Those of both teams of fixture f. */
export const teamColumns = `a.id AS "aId", a.name AS "aName", a.crest AS "aCrest", b.id AS "bId", b.name AS "bName", b.crest AS "bCrest"`;

// A fixture that a bet can be about: before kickoff, of active teams, and their next one.
const isOffered = `f.kickoff > statement_timestamp() AND f.kickoff <= statement_timestamp() + interval '${FIXTURE_DAYS} days'
  AND f.result_no = 0 AND a.is_active AND b.is_active`;

const byKickoff = new Keyset('ASC', { kickoff: ['f.kickoff', 'time'], id: ['f.id', 'int'] });

/** Lists the fixtures of a realm that a bet can be about (B3), the earliest first. */
export async function listFixtures(db: Database, realm: number, page: PageQuery): Promise<Page<FixtureView>> {
  const { rows } = await db.pool.query<FixtureView>({
    name: 'fixtures-offered',
    text: `SELECT f.id, f.kickoff, ${teamColumns}
      FROM fixtures f JOIN teams a ON a.id = f.team_a_id JOIN teams b ON b.id = f.team_b_id
      WHERE f.realm = $1 AND ${isOffered}
        AND f.kickoff = (SELECT e.kickoff FROM fixtures e WHERE e.realm = f.realm
          AND least(e.team_a_id, e.team_b_id) = least(f.team_a_id, f.team_b_id)
          AND greatest(e.team_a_id, e.team_b_id) = greatest(f.team_a_id, f.team_b_id)
          AND e.kickoff > statement_timestamp() AND e.result_no = 0 ORDER BY e.kickoff LIMIT 1)
        AND ${byKickoff.page(2)}`,
    values: [realm, ...byKickoff.values(page)],
  });
  return byKickoff.cut(rows, page);
}

/** Finds the next fixture of two teams in either order, if it is one of the next 30 days. */
export async function findNextFixture(
  tx: Transaction,
  { realm, teams: [one, other] }: { realm: number; teams: [number, number] },
): Promise<number | undefined> {
  const { rows } = await tx.client.query<{ id: number }>({
    name: 'fixture-next',
    text: `SELECT f.id FROM fixtures f JOIN teams a ON a.id = f.team_a_id JOIN teams b ON b.id = f.team_b_id
      WHERE f.realm = $1 AND least(f.team_a_id, f.team_b_id) = least($2::int, $3::int)
        AND greatest(f.team_a_id, f.team_b_id) = greatest($2::int, $3::int) AND ${isOffered}
      ORDER BY f.kickoff LIMIT 1`,
    values: [realm, one, other],
  });
  return rows[0]?.id;
}

export async function findFixture(source: Source, id: number): Promise<FixtureRow | undefined> {
  const [row] = await source.orm.select().from(fixtures).where(eq(fixtures.id, id));
  return row;
}

/** Locks the fixture. Lock users before, bets and wallets after. */
export async function lockFixture(tx: Transaction, id: number): Promise<FixtureRow | undefined> {
  const [row] = await tx.orm.select().from(fixtures).where(eq(fixtures.id, id)).for('no key update');
  return row;
}

export async function updateFixture(tx: Transaction, id: number, values: Partial<FixtureRow>): Promise<void> {
  await tx.orm
    .update(fixtures)
    .set({ ...values, updatedAt: sql`clock_timestamp()` })
    .where(eq(fixtures.id, id));
}

/** Counts a new bet about a locked fixture. */
export async function countBet(tx: Transaction, id: number): Promise<void> {
  await tx.orm
    .update(fixtures)
    .set({ bets: sql`${fixtures.bets} + 1` })
    .where(eq(fixtures.id, id));
}

/** Lists fixtures with a step that is due for their bets, those that have waited longest first. */
export async function listDueFixtures(
  db: Database,
  returnAfterHours: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'fixtures-due',
    text: `(SELECT id FROM fixtures WHERE settled_no < result_no ORDER BY id LIMIT $2)
      UNION (SELECT id FROM fixtures WHERE closed_at IS NULL AND kickoff <= statement_timestamp() ORDER BY kickoff, id LIMIT $2)
      UNION (SELECT id FROM fixtures WHERE result_no = 0 AND returned_at IS NULL
        AND kickoff <= statement_timestamp() - $1::int * interval '1 hour' ORDER BY kickoff, id LIMIT $2)`,
    values: [returnAfterHours, limit],
  });
  return rows.map(({ id }) => id);
}

const byName = new Keyset('ASC', { name: ['name', 'text'], id: ['id', 'int'] });

/** Lists the active teams by name. */
export async function listTeams(db: Database, page: PageQuery): Promise<Page<Team>> {
  const { rows } = await db.pool.query<Team>({
    name: 'teams-active',
    text: `SELECT id, name, crest FROM teams WHERE is_active AND ${byName.page(1)}`,
    values: byName.values(page),
  });
  return byName.cut(rows, page);
}
