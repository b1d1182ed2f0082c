import type { ContestStatus } from '@copup/shared/contests.ts';
import type { Database } from '../../db/database.ts';
import { getTableColumns } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { LinkedItem } from '../../operators/item-timeline.ts';
import type { Subject } from '../../subject.ts';
import { selectColumns } from '../../subjects/subject-rows.ts';
import { contests, type StoredStatus } from './contests.tables.ts';

/** The name of contests in the ledger, in notices and in the operators' log. */
export const CONTEST = 'contest';
export const contestSubject = (id: number): Subject => ({ kind: CONTEST, id: String(id) });
/** The table of paid entries. */
export const contestEntryTable = { table: 'contest_entries', subjectId: 'contest_id' } as const;

/** A whole row of a contest. */
export type ContestRow = typeof contests.$inferSelect;
/** A contest with the number of its players, which is in a separate row. */
export type CountedContest = ContestRow & { players: number };

export const contestColumns = selectColumns(getTableColumns(contests), 's');
const players = '(SELECT n.players FROM contest_player_counts n WHERE n.contest_id = s.id) AS players';
const counted = `${contestColumns}, ${players}`;

/** Returns the status that clients see. */
export const publicStatus = (status: StoredStatus): ContestStatus =>
  status === 'cancelling' ? 'void' : status;
export const publicStatusSql = `CASE status WHEN 'cancelling' THEN 'void' ELSE status END`;

/** Returns whether a contest at its end is void: too few players, or none with a point (C8). */
export const isVoid = (contest: { minimumUsers: number; players: number; bestScore: number }): boolean =>
  contest.players < contest.minimumUsers || contest.bestScore <= 0;

/** The number of players must stay below this, to fit into the version of a room. */
const MOST_PLAYERS = 2 ** 20;

/**
 * Returns the version of a contest's room. The contest's row and the number of players change in different
 * transactions; the version increases with both, and orders two states with different rows by the row.
 */
export const roomVersionOf = ({ version, players }: Pick<CountedContest, 'version' | 'players'>): number =>
  version * MOST_PLAYERS + players;

/** The same in SQL, for contests `s` with their counts `n`. */
export const roomVersionSql = `s.version * ${MOST_PLAYERS} + n.players`;

const { id, realm, kind, status, startsAt, endDate, top, seq, points, version, batchId, cancelReason } =
  getTableColumns(contests);
const playedColumns = {
  id,
  realm,
  kind,
  status,
  startsAt,
  endDate,
  top,
  seq,
  points,
  version,
  batchId,
  cancelReason,
};
/** The columns of a contest that plays need. */
export type PlayedContest = Pick<CountedContest, keyof typeof playedColumns | 'players'>;
const played = `${selectColumns(playedColumns, 's')}, ${players}`;

/** Locks one contest for its plays, waiting for it (L5). Read the clock afterwards, in a separate statement (P7). */
export async function lockContest(tx: Transaction, contestId: number): Promise<PlayedContest | undefined> {
  const { rows } = await tx.client.query<PlayedContest>({
    name: 'contest-lock',
    text: `SELECT ${played} FROM contests s WHERE s.id = $1 FOR NO KEY UPDATE OF s`,
    values: [contestId],
  });
  return rows[0];
}

/** Reads without a lock, in any realm: the caller checks what a player may see. */
export async function findContest(db: Database, id: number): Promise<CountedContest | undefined> {
  const { rows } = await db.pool.query<CountedContest>({
    name: 'contest-counted',
    text: `SELECT ${counted} FROM contests s WHERE s.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The winner of a contest. */
export async function contestLinks(db: Database, id: string): Promise<LinkedItem[] | undefined> {
  const { rows } = await db.pool.query<{ winnerId: string | null }>({
    name: 'contest-timeline-links',
    text: 'SELECT winner_id AS "winnerId" FROM contests WHERE id = $1',
    values: [Number(id)],
  });
  const [row] = rows;
  if (!row) return undefined;
  return row.winnerId ? [{ kind: 'user', id: row.winnerId, label: 'Winner' }] : [];
}
