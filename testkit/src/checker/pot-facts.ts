/** Statements about subjects of a realm, `$1`, or of all if it is NULL. */
export const inRealm = 'WHERE $1::int IS NULL OR realm = $1';
export const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;
/** The condition of rows that name a subject of this kind. */
export const namesSubject = (kind: string, table: string) =>
  `subject_kind = '${kind}' AND subject_id IN (SELECT id::text FROM ${table} ${inRealm})`;

/** What a user paid into the pot of a contest or heist. */
export interface FeeFact {
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
export interface PotFlow {
  kind: string;
  account: string;
  userId: string | null;
  amount: number;
  transfers: number;
}

/** How a contest or heist ended. */
export interface PotFact {
  id: number;
  realm: number;
  prize: number;
  minimumUsers: number;
  startsAtMs: number;
  endDateMs: number;
  /** Balance of the pot. */
  pot: number;
  version: number;
  winnerId: string | null;
  wonAvailable: number | null;
  wonBonus: number | null;
  settledAtMs: number | null;
  /** Cancelled by an operator, or, of a heist, because it had too few tickets. */
  isCancelled: boolean;
}

export const potColumns = `s.id, s.realm, s.status, s.prize, minimum_users AS "minimumUsers",
      ${ms('starts_at')} AS "startsAtMs", ${ms('end_date')} AS "endDateMs",
      (SELECT balance FROM funds f WHERE f.id = s.pot_id) AS pot, s.version, winner_id AS "winnerId",
      won_available AS "wonAvailable", won_bonus AS "wonBonus", ${ms('settled_at')} AS "settledAtMs",
      cancel_reason IS NOT NULL AS "isCancelled"`;

/** Columns of an entry or ticket `e`. */
export const feeColumns = `paid_available + paid_bonus AS paid, refunded_by IS NOT NULL AS "isRefunded",
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = e.transfer_id AND source_id = e.user_id) AS fee,
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = e.transfer_id AND source_id = e.user_id AND source = 'available') AS available,
      (SELECT coalesce(sum(amount), 0)::bigint FROM postings
        WHERE transfer_id = e.refunded_by AND destination_id = e.user_id) AS refund`;

export const flowsSql = (kind: string, table: string) => `
    SELECT t.subject_id::int AS "${kind}Id", t.kind, p.destination AS account, p.destination_id AS "userId",
      sum(p.amount)::bigint AS amount, count(DISTINCT t.id)::int AS transfers
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE p.source = 'pot' AND t.${namesSubject(kind, table)}
    GROUP BY 1, 2, 3, 4`;

export const wonNoticesSql = (kind: string, table: string) => `
    SELECT subject_id::int AS "${kind}Id", user_id AS "userId" FROM notifications WHERE kind = 'won' AND ${namesSubject(kind, table)}`;
