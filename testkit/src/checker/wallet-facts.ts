/** A send as stored, with the Idempotency-Key of its request while that is kept. */
export interface SendFact {
  id: string;
  senderId: string;
  recipientId: string;
  amount: number;
  charge: number;
  key: string | null;
}

export interface PayoutFact {
  id: number;
  userId: string;
  amount: number;
  key: string | null;
}

export interface WalletFacts {
  sends: SendFact[];
  payouts: PayoutFact[];
}

/** $1 is a realm, NULL for all. */
export const walletStatements = {
  sends: `SELECT s.id, s.sender_id AS "senderId", s.recipient_id AS "recipientId", s.amount, s.charge, r.key
    FROM sends s LEFT JOIN stored_replies r ON r.user_id = s.sender_id AND r.route = 'user/send-bid-points' AND r.subject = ''
      AND r.reply ->> 'id' = s.id::text
    WHERE $1::int IS NULL OR s.realm = $1`,
  payouts: `SELECT p.id, p.user_id AS "userId", p.bid_points AS amount, r.key
    FROM payouts p LEFT JOIN stored_replies r ON r.user_id = p.user_id AND r.route = 'tradeConfirm/payout' AND r.subject = ''
      AND r.reply #>> '{payout,id}' = p.id::text
    WHERE $1::int IS NULL OR p.realm = $1`,
};
