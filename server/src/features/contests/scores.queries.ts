import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Leader } from './leaderboard.ts';

export interface ScoreRow {
  userId: string;
  score: number;
  reachedSeq: number;
  /** Undefined before the first play. */
  state: unknown;
}

/** Encodes and decodes the stored states of a play. */
export interface StateCodec {
  encode(state: unknown): string;
  decode(stored: unknown): unknown;
}

/** Reads the stored rows of those of these players who joined. Under the contest's lock no other transaction writes them. */
export async function readScores(
  tx: Transaction,
  contestId: number,
  userIds: readonly string[],
): Promise<ScoreRow[]> {
  const { rows } = await tx.client.query<ScoreRow>({
    name: 'contest-scores-read',
    text: `SELECT user_id AS "userId", score, reached_seq AS "reachedSeq", state FROM contest_scores
      WHERE contest_id = $1 AND user_id = ANY($2::uuid[])`,
    values: [contestId, userIds],
  });
  return rows;
}

/** Rows as a play sees them, of a contest of its kind. */
export const decodeScores = (rows: readonly ScoreRow[], { decode }: Pick<StateCodec, 'decode'>): ScoreRow[] =>
  rows.map(({ state, ...row }) => ({ ...row, state: state === null ? undefined : decode(state) }));

/**
 * Writes the players of a batch in the order of their ids, in one statement sent with the COMMIT. Encodes the arrays
 * itself, which is cheaper than the driver's escaping of each element.
 */
export function writeScoresLast(
  tx: Transaction,
  contestId: number,
  batchId: string,
  scores: readonly ScoreRow[],
  { encode }: Pick<StateCodec, 'encode'>,
): void {
  const sorted = [...scores].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  let [userIds, points, seqs, states] = ['', '', '', ''];
  for (const { userId, score, reachedSeq, state } of sorted) {
    const comma = userIds === '' ? '' : ',';
    userIds += comma + userId;
    points += `${comma}${score}`;
    seqs += `${comma}${reachedSeq}`;
    states += comma + (state === undefined ? 'NULL' : quoteElement(encode(state)));
  }
  tx.writeLast({
    name: 'contest-scores-write',
    text: `UPDATE contest_scores s SET score = n.score, reached_seq = n.reached_seq, state = n.state, batch_id = $2
      FROM unnest($3::uuid[], $4::int[], $5::bigint[], $6::json[]) AS n (user_id, score, reached_seq, state)
      WHERE s.contest_id = $1 AND s.user_id = n.user_id`,
    values: [contestId, batchId, `{${userIds}}`, `{${points}}`, `{${seqs}}`, `{${states}}`],
  });
}

/** Quotes JSON as an element of an array parameter. */
const quoteElement = (json: string): string =>
  json.includes('"') ? `"${json.replace(/["\\]/g, '\\$&')}"` : `"${json}"`;

/** `changedTop` is absent when the batch did not change the top: then watchers have nothing new to see. */
export function writeContestLast(
  tx: Transaction,
  contestId: number,
  batchId: string,
  { seq, points, changedTop }: { seq: number; points: number; changedTop: readonly Leader[] | undefined },
): void {
  if (changedTop) {
    tx.writeLast({
      name: 'contest-top-write',
      text: `UPDATE contests SET seq = $2, points = $3, batch_id = $4, top = $5::json, version = version + 1
        WHERE id = $1`,
      values: [contestId, seq, points, batchId, JSON.stringify(changedTop)],
    });
  } else {
    tx.writeLast({
      name: 'contest-seq-write',
      text: 'UPDATE contests SET seq = $2, points = $3, batch_id = $4 WHERE id = $1',
      values: [contestId, seq, points, batchId],
    });
  }
}

/** Lists the players whose rows this batch wrote last, which proves that it was committed (A12). */
export async function listWrittenBy(
  db: Database,
  contestId: number,
  batchId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ userId: string }>({
    name: 'contest-scores-of-batch',
    text: `SELECT user_id AS "userId" FROM contest_scores
      WHERE contest_id = $1 AND user_id = ANY($3::uuid[]) AND batch_id = $2`,
    values: [contestId, batchId, userIds],
  });
  return new Set(rows.map(({ userId }) => userId));
}

export interface OwnScore {
  userId: string;
  score: number;
  reachedSeq: number;
  state: unknown;
}

export async function findScore(
  db: Database,
  contestId: number,
  userId: string,
): Promise<OwnScore | undefined> {
  const { rows } = await db.pool.query<OwnScore>({
    name: 'contest-score-of-user',
    text: `SELECT user_id AS "userId", score, reached_seq AS "reachedSeq", state FROM contest_scores
      WHERE contest_id = $1 AND user_id = $2`,
    values: [contestId, userId],
  });
  return rows[0];
}
