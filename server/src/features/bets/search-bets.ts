import type { Deps } from '../../deps.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import { listAdminBets } from './bets.admin.queries.ts';

export const searchBets =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const rows = await unlessUuid(text, () => listAdminBets(db, { ...firstHits, q: text }));
    return rows.map((bet) => ({
      id: String(bet.id),
      title: bet.full_title,
      detail: `${bet.id}, ${bet.status}`,
      realm: bet.realm,
      image: null,
    }));
  };
