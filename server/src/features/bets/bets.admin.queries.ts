import type { AdminBet, AdminBetsQuery } from '@copup/shared/bets.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import { type BetView, betColumns, betJoins } from './bet-views.queries.ts';
import { toBet } from './bets.wire.ts';

type Added = Omit<AdminBet, keyof BetView | 'prize_points' | 'joined_at' | 'ended_at'>;
interface AdminBetRow extends BetView, Added {
  joined_at: Date | null;
  ended_at: Date | null;
}

const columns = `${betColumns}, b.id, b.realm, b.fixture_id, b.title AS full_title,
  b.title_hidden_at IS NOT NULL AS is_title_hidden, e.balance AS escrow_points, b.fee_points, b.result, b.cancel_cause,
  b.cancel_reason, b.flagged_at IS NOT NULL AS is_flagged, b.corrected_at IS NOT NULL AS is_corrected, b.joined_at, b.ended_at,
  (SELECT min(p.id) FROM approvals p WHERE p.status = 'pending' AND p.action = 'bet.cancel'
    AND p.subject_kind = 'bet' AND p.subject_id = b.id::text) AS approval_id`;
const joined = `${betJoins} JOIN funds e ON e.id = b.escrow_id`;

const betList: OperatorList = {
  from: 'bets b',
  key: 'b.id',
  select: `SELECT ${columns} FROM page JOIN bets b ON b.id = page.key ${joined}`,
  orders: {
    id: ['b.id'],
    // Ids ascend with time.
    created_at: ['b.id'],
    status: ['b.status', 'b.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminBetsQuery>;

/** Reads a page of the bets, with the total. An unknown sort field means the id. */
export async function listAdminBets(
  db: Database,
  query: Query,
): Promise<{ rows: AdminBet[]; total: number }> {
  const { rows, total } = await readList<AdminBetRow>(db, betList, query, [
    ...equal('b.status', query.status),
    ...equal('b.fixture_id', query.fixture_id),
    ...equal('b.realm', query.realm),
    ...(query.user_id === undefined ? [] : [ofUsers([query.user_id])]),
    ...(query.flagged === undefined ? [] : [{ sql: 'b.flagged_at IS NOT NULL', values: [] }]),
    ...(query.q ? [await matches(db, query.q)] : []),
  ]);
  return { rows: rows.map(toAdminBet), total };
}

const ofUsers = (ids: readonly string[]): Condition => ({
  sql: 'b.creator_id = ANY(?::uuid[]) OR b.opponent_id = ANY(?::uuid[])',
  values: [ids, ids],
});

/** Players that a search considers. */
const MAX_PLAYERS = 1_000;

/** Finds by a part of the title, the name of a player or the number of the bet. */
async function matches(db: Database, text: string): Promise<Condition> {
  const players = ofUsers(await findUserIds(db, text, MAX_PLAYERS));
  return {
    sql: `b.title ILIKE ? OR ${players.sql} OR b.id = ?::int`,
    values: [searchPattern(text), ...players.values, searchedId(text)],
  };
}

export async function findAdminBet(db: Database, id: number): Promise<AdminBet | undefined> {
  const { rows } = await db.pool.query<AdminBetRow>({
    name: 'bet-admin',
    text: `SELECT ${columns} FROM bets b ${joined} WHERE b.id = $1`,
    values: [id],
  });
  return rows[0] && toAdminBet(rows[0]);
}

const toAdminBet = (row: AdminBetRow): AdminBet => ({
  ...row,
  ...toBet(row),
  joined_at: row.joined_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
});

export const searchBets =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text, realm) => {
    const rows = await unlessUuid(text, () => listAdminBets(db, { ...firstHits, realm, q: text }));
    return rows.map((bet) => ({
      id: String(bet.id),
      title: bet.full_title,
      detail: `${bet.id}, ${bet.status}`,
      realm: bet.realm,
      image: null,
    }));
  };
