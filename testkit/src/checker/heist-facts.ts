import type { HeistCategory, HeistStatus, WinnerRule } from '@copup/shared/heists.ts';
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

export interface HeistFact extends PotFact {
  status: HeistStatus | 'cancelling';
  finalStatus: 'completed' | 'cancelled' | null;
  category: HeistCategory;
  ticketPrice: number;
  winnerRule: WinnerRule;
  capacity: number;
  question: string;
  answers: string[];
  opensAtMs: number;
  participants: number;
}

export interface OfUser {
  heistId: number;
  userId: string;
}

export interface HeistAnswerFact extends OfUser {
  seq: number;
  answer: string;
  answeredAtMs: number;
  isAccepted: boolean;
}

export interface HeistFacts {
  heists: HeistFact[];
  tickets: (FeeFact & OfUser & { no: number; joinedAtMs: number })[];
  heistAnswers: HeistAnswerFact[];
  heistFlows: (PotFlow & { heistId: number })[];
  heistNotices: OfUser[];
  heistCartItems: OfUser[];
}

const ofHeists = `heist_id IN (SELECT id FROM heists ${inRealm})`;
const ofUser = 'heist_id AS "heistId", user_id AS "userId"';

/** One statement for each list of the facts; `$1` is the realm or NULL. */
export const heistStatements: { [List in keyof HeistFacts]: string } = {
  heists: `
    SELECT ${potColumns}, final_status AS "finalStatus", category, ticket_price AS "ticketPrice",
      winner_rule AS "winnerRule", capacity, question, answers, ${ms('opens_at')} AS "opensAtMs", participants
    FROM heists s WHERE $1::int IS NULL OR s.realm = $1 ORDER BY id`,
  tickets: `
    SELECT ${ofUser}, no, ${ms('joined_at')} AS "joinedAtMs", ${feeColumns}
    FROM heist_tickets e WHERE ${ofHeists} ORDER BY heist_id, no`,
  heistAnswers: `
    SELECT ${ofUser}, seq, answer, ${ms('answered_at')} AS "answeredAtMs", accepted_by IS NOT NULL AS "isAccepted"
    FROM heist_answers WHERE ${ofHeists} ORDER BY heist_id, seq`,
  heistFlows: flowsSql('heist', 'heists'),
  heistNotices: wonNoticesSql('heist', 'heists'),
  heistCartItems: `SELECT ${ofUser} FROM heist_cart_items WHERE ${ofHeists}`,
};
