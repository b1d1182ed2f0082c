import type { Team } from '@copup/shared/bets.ts';
import type { Database } from '../../db/database.ts';

/** Maximum number of teams in the players' list. */
const MAX_TEAMS = 1_000;

/** Lists the active teams by name. */
export async function listTeams(db: Database): Promise<Team[]> {
  const { rows } = await db.pool.query<Team>({
    name: 'teams-active',
    text: `SELECT id, name, crest FROM teams WHERE is_active ORDER BY name, id LIMIT ${MAX_TEAMS}`,
  });
  return rows;
}
