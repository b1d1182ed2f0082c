import type { Team } from '@copup/shared/bets.ts';
import type { Database } from '../../db/database.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';

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
