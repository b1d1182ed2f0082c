import type { HeistCategory, HeistStatus, WinnerRule } from '@copup/shared/heists.ts';

export interface HeistFact {
  id: number;
  realm: number;
  status: HeistStatus | 'cancelling';
  finalStatus: 'completed' | 'cancelled' | null;
  category: HeistCategory;
  prize: number;
  ticketPrice: number;
  winnerRule: WinnerRule;
  capacity: number;
  minimumUsers: number;
  question: string;
  answers: string[];
  opensAtMs: number;
  startsAtMs: number;
  endDateMs: number;
  /** Balance of the pot. */
  pot: number;
  participants: number;
  version: number;
  winnerId: string | null;
  wonAvailable: number | null;
  wonBonus: number | null;
  settledAtMs: number | null;
  /** Cancelled by an operator, or because it had too few tickets. */
  isCancelled: boolean;
}

export interface TicketFact {
  heistId: number;
  userId: string;
  no: number;
  joinedAtMs: number;
  paid: number;
  isRefunded: boolean;
  /** What the postings of the ticket took from the user, and what those of the refund gave back. */
  fee: number;
  refund: number;
  /** The part of the fee in available coins. */
  available: number;
}

export interface HeistAnswerFact {
  heistId: number;
  userId: string;
  seq: number;
  answer: string;
  answeredAtMs: number;
  isAccepted: boolean;
}

/** Sum of the transfers of one kind from the pots to one account. */
export interface HeistFlow {
  heistId: number;
  kind: string;
  account: string;
  userId: string | null;
  amount: number;
  transfers: number;
}

export interface HeistFacts {
  heists: HeistFact[];
  tickets: TicketFact[];
  heistAnswers: HeistAnswerFact[];
  heistFlows: HeistFlow[];
  heistNotices: { heistId: number; userId: string }[];
  heistCartItems: { heistId: number; userId: string }[];
}

const inRealm = 'WHERE $1::int IS NULL OR realm = $1';
const ofHeists = `heist_id IN (SELECT id FROM heists ${inRealm})`;
const heistSubjects = `subject_kind = 'heist' AND subject_id IN (SELECT id::text FROM heists ${inRealm})`;
const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** One statement for each list of the facts; `$1` is the realm or NULL. */
export const heistStatements: { [List in keyof HeistFacts]: string } = {
  heists: `
    SELECT h.id, h.realm, h.status, final_status AS "finalStatus", category, prize, ticket_price AS "ticketPrice",
      winner_rule AS "winnerRule", capacity, minimum_users AS "minimumUsers", question, answers,
      ${ms('opens_at')} AS "opensAtMs", ${ms('starts_at')} AS "startsAtMs", ${ms('end_date')} AS "endDateMs",
      (SELECT balance FROM funds f WHERE f.id = h.pot_id) AS pot, participants, h.version, winner_id AS "winnerId",
      won_available AS "wonAvailable", won_bonus AS "wonBonus", ${ms('settled_at')} AS "settledAtMs",
      cancel_reason IS NOT NULL AS "isCancelled"
    FROM heists h WHERE $1::int IS NULL OR h.realm = $1 ORDER BY id`,
  tickets: `
    SELECT heist_id AS "heistId", user_id AS "userId", no, ${ms('joined_at')} AS "joinedAtMs",
      paid_available + paid_bonus AS paid, refunded_by IS NOT NULL AS "isRefunded",
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = t.transfer_id AND source_id = t.user_id) AS fee,
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = t.transfer_id AND source_id = t.user_id AND source = 'available') AS available,
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = t.refunded_by AND destination_id = t.user_id) AS refund
    FROM heist_tickets t WHERE ${ofHeists} ORDER BY heist_id, no`,
  heistAnswers: `
    SELECT heist_id AS "heistId", user_id AS "userId", seq, answer, ${ms('answered_at')} AS "answeredAtMs",
      accepted_by IS NOT NULL AS "isAccepted"
    FROM heist_answers WHERE ${ofHeists} ORDER BY heist_id, seq`,
  heistFlows: `
    SELECT t.subject_id::int AS "heistId", t.kind, p.destination AS account, p.destination_id AS "userId",
      sum(p.amount)::bigint AS amount, count(DISTINCT t.id)::int AS transfers
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE p.source = 'pot' AND t.${heistSubjects}
    GROUP BY 1, 2, 3, 4`,
  heistNotices: `
    SELECT subject_id::int AS "heistId", user_id AS "userId" FROM notifications WHERE kind = 'won' AND ${heistSubjects}`,
  heistCartItems: `SELECT heist_id AS "heistId", user_id AS "userId" FROM heist_cart_items WHERE ${ofHeists}`,
};
