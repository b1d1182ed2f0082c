import type { Bet, BetStatus, OwnBet } from '@copup/shared/bets.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { searchPattern } from '../../operators/operator-list.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { BetRow } from './bets.tables.ts';

type Source = Database | Transaction;
const clientOf = (source: Source) => ('client' in source ? source.client : source.pool);

/** Players see this in place of a title that an operator has hidden (X13). */
export const HIDDEN_TITLE = 'Title hidden';
export const titleSql = `CASE WHEN b.title_hidden_at IS NULL THEN b.title ELSE '${HIDDEN_TITLE}' END`;

/** A bet with the names of its teams and players. */
export interface BetView extends Omit<Bet, 'prize_points' | 'kickoff' | 'created_at'> {
  kickoff: Date;
  created_at: Date;
  creator_id: string;
  opponent_id: string | null;
}

export const betColumns = `b.id AS bet_id, ${titleSql} AS title, ta.name AS team_a, tb.name AS team_b, b.team_a_id,
  b.team_b_id, ta.crest AS team_a_crest, tb.crest AS team_b_crest, b.stake_points, b.fee_percent, f.kickoff, b.status,
  c.username::text AS creator, o.username::text AS opponent, b.created_at, b.creator_id, b.opponent_id`;
/**
 * Looked up for each bet (LIMIT keeps the planner from another join): the limit of a page is a parameter, for which it
 * expects a tenth of all bets, and then it would read the users in the order of their ids.
 */
const lookUp = (table: string, id: string) => `LATERAL (SELECT * FROM ${table} WHERE id = ${id} LIMIT 1)`;
export const betJoins = `JOIN ${lookUp('fixtures', 'b.fixture_id')} AS f ON true JOIN teams ta ON ta.id = b.team_a_id
  JOIN teams tb ON tb.id = b.team_b_id JOIN ${lookUp('users', 'b.creator_id')} AS c ON true
  LEFT JOIN ${lookUp('users', 'b.opponent_id')} AS o ON true`;

/** Reads these rows of bets, the newest first. The page has whole rows: a join with its ids could read all bets. */
const selectBets = (page: string) =>
  `SELECT ${betColumns} FROM (${page}) AS b ${betJoins} ORDER BY b.id DESC`;

const OPEN = `status IN ('pending', 'active')`;
const newest = new Keyset('DESC', { bet_id: ['id', 'int'] });

export interface BetsPage extends PageQuery {
  status?: BetStatus | undefined;
}

/** Lists the pending and active bets of a realm, or those of one status, the newest first (X1). */
export async function listBets(
  db: Database,
  realm: number,
  { status, ...page }: BetsPage,
): Promise<Page<BetView>> {
  const filter = status === undefined ? OPEN : 'status = $4';
  const { rows } = await db.pool.query<BetView>({
    name: status === undefined ? 'bets-open' : 'bets-of-status',
    text: selectBets(`SELECT * FROM bets WHERE realm = $1 AND ${filter} AND ${newest.page(2)}`),
    values: [realm, ...newest.values(page), ...(status === undefined ? [] : [status])],
  });
  return newest.cut(rows, page);
}

/** Lists the same bets whose title contains a text; hidden titles are not searched. */
export async function searchBets(
  db: Database,
  realm: number,
  { status, title, ...page }: BetsPage & { title: string },
): Promise<Page<BetView>> {
  const filter = status === undefined ? '' : 'AND status = $5';
  // Not named: the planner must know the pattern.
  const { rows } = await db.pool.query<BetView>(
    selectBets(`SELECT * FROM bets WHERE realm = $1 AND ${OPEN} ${filter} AND title_hidden_at IS NULL
      AND title ILIKE $4 AND ${newest.page(2)}`),
    [realm, ...newest.values(page), searchPattern(title), ...(status === undefined ? [] : [status])],
  );
  return newest.cut(rows, page);
}

/** Reads one bet as players see it. */
export async function findBetView(source: Source, id: number): Promise<BetView | undefined> {
  const { rows } = await clientOf(source).query<BetView>({
    name: 'bet-view',
    text: selectBets('SELECT * FROM bets WHERE id = $1'),
    values: [id],
  });
  return rows[0];
}

/** Finds a bet that a player of its realm may open: an open one, or an own one. */
export async function findBetFor(
  db: Database,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  id: number,
): Promise<BetView | undefined> {
  const { rows } = await db.pool.query<BetView>({
    name: 'bet-view-of-player',
    text: selectBets(
      `SELECT * FROM bets WHERE id = $1 AND realm = $2 AND (${OPEN} OR $3 IN (creator_id, opponent_id))`,
    ),
    values: [id, realm, userId],
  });
  return rows[0];
}

/** What a player sees of an own bet in addition. */
export interface OwnBetView
  extends BetView,
    Pick<OwnBet, 'result' | 'goals_a' | 'goals_b' | 'cancel_cause' | 'cancel_reason' | 'is_corrected'> {
  ended_at: Date | null;
  escrow_id: BetRow['escrowId'];
  sealed_password: BetRow['sealedPassword'];
}

const ofBet = (own: string, other: string) =>
  `CASE WHEN b.result IS NULL THEN NULL WHEN b.team_a_id = f.team_a_id THEN f.${own} ELSE f.${other} END`;

/** Lists the bets that a player created or joined, the newest first. */
export async function listOwnBets(db: Database, userId: string, page: PageQuery): Promise<Page<OwnBetView>> {
  const ownOf = (column: string) => `(SELECT * FROM bets WHERE ${column} = $1 AND ${newest.page(2)})`;
  const { rows } = await db.pool.query<OwnBetView>({
    name: 'bets-own',
    text: `SELECT ${betColumns}, b.result, ${ofBet('goals_a', 'goals_b')} AS goals_a, ${ofBet('goals_b', 'goals_a')} AS goals_b,
        b.cancel_cause, b.cancel_reason, b.corrected_at IS NOT NULL AS is_corrected, b.ended_at, b.escrow_id,
        CASE WHEN b.creator_id = $1 THEN b.sealed_password END AS sealed_password
      FROM (${ownOf('creator_id')} UNION ALL ${ownOf('opponent_id')}) AS b ${betJoins} ORDER BY b.id DESC LIMIT $2`,
    values: [userId, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}
