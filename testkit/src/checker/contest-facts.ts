import type { ContestKind, ContestStatus } from '@copup/shared/contests.ts';
import {
  type FeeFact,
  feeColumns,
  flowsSql,
  inRealm,
  ms,
  type PotFact,
  type PotFlow,
  potColumns,
  wonNoticesSql,
} from './pot-facts.ts';

export interface ContestFact extends PotFact {
  kind: ContestKind;
  status: ContestStatus | 'cancelling';
  entryFee: number;
  top: { userId: string; username: string; profile: string | null; score: number; seq: number }[];
  seq: number;
  players: number;
}

interface OfPlayer {
  contestId: number;
  userId: string;
}

export interface ScoreFact extends OfPlayer {
  score: number;
  reachedSeq: number;
  joinedAtMs: number | null;
}

export interface DrawFact extends OfPlayer {
  nonce: number;
  position: number;
  value: number;
  atMs: number;
}

export interface AnswerFact extends OfPlayer {
  no: number;
  questionId: string;
  number1: number;
  number2: number;
  picked: number;
  isCorrect: boolean;
  sentAtMs: number;
  atMs: number;
}

export interface ContestFacts {
  contests: ContestFact[];
  scores: ScoreFact[];
  draws: DrawFact[];
  answers: AnswerFact[];
  contestEntries: (FeeFact & OfPlayer)[];
  contestFlows: (PotFlow & { contestId: number })[];
  contestNotices: OfPlayer[];
}

const ofContests = `contest_id IN (SELECT id FROM contests ${inRealm})`;
const ofPlayer = 'contest_id AS "contestId", user_id AS "userId"';

/** One statement for each list of the facts; `$1` is the realm or NULL. */
export const contestStatements: { [List in keyof ContestFacts]: string } = {
  contests: `
    SELECT ${potColumns}, s.kind, entry_fee AS "entryFee", top, seq,
      (SELECT players FROM contest_player_counts n WHERE n.contest_id = s.id) AS players
    FROM contests s WHERE $1::int IS NULL OR s.realm = $1 ORDER BY id`,
  scores: `
    SELECT ${ofPlayer}, score, reached_seq AS "reachedSeq",
      (SELECT ${ms('joined_at')} FROM contest_entries e WHERE e.contest_id = s.contest_id AND e.user_id = s.user_id) AS "joinedAtMs"
    FROM contest_scores s WHERE ${ofContests}`,
  draws: `
    SELECT ${ofPlayer}, nonce, position, value, ${ms('at')} AS "atMs"
    FROM card_draws WHERE ${ofContests} ORDER BY contest_id, user_id, nonce`,
  answers: `
    SELECT ${ofPlayer}, no, question_id AS "questionId", number1, number2, picked,
      is_correct AS "isCorrect", ${ms('sent_at')} AS "sentAtMs", ${ms('at')} AS "atMs"
    FROM math_answers WHERE ${ofContests} ORDER BY contest_id, user_id, no`,
  contestEntries: `SELECT ${ofPlayer}, ${feeColumns} FROM contest_entries e WHERE ${ofContests}`,
  contestFlows: flowsSql('contest', 'contests'),
  contestNotices: wonNoticesSql('contest', 'contests'),
};
