import type { AdminTeam, AdminTeamsQuery } from '@copup/shared/bets.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';

interface AdminTeamRow extends Omit<AdminTeam, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

const columns = `t.id, t.name, t.crest, t.is_active, t.created_at, t.updated_at,
  (SELECT count(*)::int FROM fixtures f WHERE f.team_a_id = t.id)
    + (SELECT count(*)::int FROM fixtures f WHERE f.team_b_id = t.id) AS fixtures`;

const teamList: OperatorList = {
  from: 'teams t',
  key: 't.id',
  select: `SELECT ${columns} FROM page JOIN teams t ON t.id = page.key`,
  orders: { id: ['t.id'], created_at: ['t.id'], name: ['t.name', 't.id'] },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminTeamsQuery>;

/** Reads a page of the teams, with the total. An unknown sort field means the id. */
export async function listAdminTeams(
  db: Database,
  query: Query,
): Promise<{ rows: AdminTeam[]; total: number }> {
  const { rows, total } = await readList<AdminTeamRow>(db, teamList, query, [
    ...(query.is_active === undefined ? [] : [{ sql: `t.is_active = ${query.is_active}`, values: [] }]),
    ...(query.q ? [{ sql: 't.name ILIKE ?', values: [searchPattern(query.q)] }] : []),
  ]);
  return { rows: rows.map(toAdminTeam), total };
}

export async function findAdminTeam(db: Database, id: number): Promise<AdminTeam | undefined> {
  const { rows } = await db.pool.query<AdminTeamRow>({
    name: 'team-admin',
    text: `SELECT ${columns} FROM teams t WHERE t.id = $1`,
    values: [id],
  });
  return rows[0] && toAdminTeam(rows[0]);
}

const toAdminTeam = (row: AdminTeamRow): AdminTeam => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
