import type { ContestKind, ContestStatus } from '@copup/shared/contests.ts';

export interface ContestFact {
  id: number;
  realm: number;
  kind: ContestKind;
  status: ContestStatus | 'cancelling';
  entryFee: number;
  prize: number;
  minimumUsers: number;
  startsAtMs: number;
  endDateMs: number;
  /** Balance of the pot. */
  pot: number;
  top: { userId: string; username: string; profile: string | null; score: number; seq: number }[];
  seq: number;
  version: number;
  players: number;
  winnerId: string | null;
  wonAvailable: number | null;
  wonBonus: number | null;
  settledAtMs: number | null;
  isCancelled: boolean;
}

export interface ScoreFact {
  contestId: number;
  userId: string;
  score: number;
  reachedSeq: number;
  joinedAtMs: number | null;
}

export interface DrawFact {
  contestId: number;
  userId: string;
  nonce: number;
  position: number;
  value: number;
  atMs: number;
}

export interface AnswerFact {
  contestId: number;
  userId: string;
  no: number;
  questionId: string;
  number1: number;
  number2: number;
  picked: number;
  isCorrect: boolean;
  sentAtMs: number;
  atMs: number;
}

export interface ContestEntryFact {
  contestId: number;
  userId: string;
  paid: number;
  isRefunded: boolean;
  /** What the postings of the fee took from the user, and what those of the refund gave back. */
  fee: number;
  refund: number;
  /** The part of the fee in available coins. */
  available: number;
}

/** Sum of the transfers of one kind from the pots to one account. */
export interface ContestFlow {
  contestId: number;
  kind: string;
  account: string;
  userId: string | null;
  amount: number;
  transfers: number;
}

export interface ContestFacts {
  contests: ContestFact[];
  scores: ScoreFact[];
  draws: DrawFact[];
  answers: AnswerFact[];
  contestEntries: ContestEntryFact[];
  contestFlows: ContestFlow[];
  contestNotices: { contestId: number; userId: string }[];
}

const inRealm = 'WHERE $1::int IS NULL OR realm = $1';
const ofContests = `contest_id IN (SELECT id FROM contests ${inRealm})`;
const contestSubjects = `subject_kind = 'contest' AND subject_id IN (SELECT id::text FROM contests ${inRealm})`;
const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** One statement for each list of the facts; `$1` is the realm or NULL. */
export const contestStatements: { [List in keyof ContestFacts]: string } = {
  contests: `
    SELECT c.id, c.realm, c.kind, c.status, entry_fee AS "entryFee", prize, minimum_users AS "minimumUsers",
      ${ms('starts_at')} AS "startsAtMs", ${ms('end_date')} AS "endDateMs",
      (SELECT balance FROM funds f WHERE f.id = c.pot_id) AS pot, top, seq, c.version,
      (SELECT players FROM contest_player_counts n WHERE n.contest_id = c.id) AS players, winner_id AS "winnerId",
      won_available AS "wonAvailable", won_bonus AS "wonBonus", ${ms('settled_at')} AS "settledAtMs",
      cancel_reason IS NOT NULL AS "isCancelled"
    FROM contests c WHERE $1::int IS NULL OR c.realm = $1 ORDER BY id`,
  scores: `
    SELECT contest_id AS "contestId", user_id AS "userId", score, reached_seq AS "reachedSeq",
      (SELECT ${ms('joined_at')} FROM contest_entries e WHERE e.contest_id = s.contest_id AND e.user_id = s.user_id) AS "joinedAtMs"
    FROM contest_scores s WHERE ${ofContests}`,
  draws: `
    SELECT contest_id AS "contestId", user_id AS "userId", nonce, position, value, ${ms('at')} AS "atMs"
    FROM card_draws WHERE ${ofContests} ORDER BY contest_id, user_id, nonce`,
  answers: `
    SELECT contest_id AS "contestId", user_id AS "userId", no, question_id AS "questionId", number1, number2, picked,
      is_correct AS "isCorrect", ${ms('sent_at')} AS "sentAtMs", ${ms('at')} AS "atMs"
    FROM math_answers WHERE ${ofContests} ORDER BY contest_id, user_id, no`,
  contestEntries: `
    SELECT contest_id AS "contestId", user_id AS "userId", paid_available + paid_bonus AS paid,
      refunded_by IS NOT NULL AS "isRefunded",
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = e.transfer_id AND source_id = e.user_id) AS fee,
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = e.transfer_id AND source_id = e.user_id AND source = 'available') AS available,
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = e.refunded_by AND destination_id = e.user_id) AS refund
    FROM contest_entries e WHERE ${ofContests}`,
  contestFlows: `
    SELECT t.subject_id::int AS "contestId", t.kind, p.destination AS account, p.destination_id AS "userId",
      sum(p.amount)::bigint AS amount, count(DISTINCT t.id)::int AS transfers
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE p.source = 'pot' AND t.${contestSubjects}
    GROUP BY 1, 2, 3, 4`,
  contestNotices: `
    SELECT subject_id::int AS "contestId", user_id AS "userId" FROM notifications WHERE kind = 'won' AND ${contestSubjects}`,
};
