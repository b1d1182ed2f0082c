import type { ReceiptKind, ReceiptStatus } from '@copup/shared/sealed-receipt.ts';

/** What the books say of an item. Names are whole. */
export interface ReceiptRow {
  what: string;
  coins: number;
  kobo: number | null;
  /** Null for Copup. */
  sender: string | null;
  recipient: string | null;
  recipient_id: string | null;
  at: Date;
  status: ReceiptStatus;
  status_at: Date | null;
  reason: string | null;
}

/** The columns of a row; by default Copup pays and receives, and no money moves. */
const select = (columns: {
  what?: string;
  coins: string;
  kobo?: string;
  sender?: string;
  recipient?: string;
  at: string;
  status: string;
  statusAt: string;
  reason?: string;
}) => {
  const { what = "''", kobo = 'NULL', sender = 'NULL', recipient = 'NULL', reason = 'NULL' } = columns;
  return `SELECT ${what} AS what, ${columns.coins} AS coins, ${kobo}::bigint AS kobo, ${sender}::text AS sender, ${recipient}::text AS recipient,
    ${recipient.replace('full_name', 'id')}::uuid AS recipient_id,
    ${columns.at} AS at, ${columns.status} AS status, ${columns.statusAt} AS status_at, ${reason}::text AS reason`;
};
const owner = 'JOIN users u ON u.id = $2::uuid';
const inCase = (column: string, final: string, reversed: string) =>
  `CASE WHEN ${column} IN (${final}) THEN 'final' WHEN ${column} IN (${reversed}) THEN 'reversed' ELSE 'pending' END`;

/**
 * Statements that read an item ($1) of its owner ($2), by kind. No row: it does not exist, is not of this user, or is
 * nothing that a receipt can show.
 */
export const receiptTexts: Readonly<Record<ReceiptKind, string>> = {
  send: `${select({
    coins: 's.amount',
    sender: 'sender.full_name',
    recipient: 'recipient.full_name',
    at: 's.created_at',
    status: "'final'",
    statusAt: 's.created_at',
  })}
    FROM sends s JOIN users sender ON sender.id = s.sender_id JOIN users recipient ON recipient.id = s.recipient_id
    WHERE s.id = $1::uuid AND $2::uuid IN (s.sender_id, s.recipient_id)`,
  purchase: `${select({
    coins: 'p.bid_points',
    kobo: 'p.price_kobo',
    sender: 'u.full_name',
    at: 'p.created_at',
    status: inCase('p.status', "'approved', 'overpaid'", "'rejected', 'returned'"),
    statusAt: 'p.decided_at',
    reason: "CASE p.status WHEN 'rejected' THEN p.reason WHEN 'returned' THEN 'The money went back' END",
  })}
    FROM manual_payments p ${owner} WHERE p.id = $1::integer AND p.user_id = u.id`,
  card: `${select({
    coins: 'p.bid_points',
    kobo: 'p.price_kobo',
    sender: 'u.full_name',
    at: 'p.created_at',
    status: inCase('p.status', "'approved'", "'failed', 'charged_back'"),
    statusAt: 'coalesce(p.charged_back_at, p.decided_at)',
    reason:
      "CASE p.status WHEN 'failed' THEN 'The card was not charged' WHEN 'charged_back' THEN 'Charged back' END",
  })}
    FROM card_payments p ${owner} WHERE p.id = $1::integer AND p.user_id = u.id`,
  payout: `${select({
    what: 'b.name',
    coins: 'p.bid_points',
    kobo: 'p.bid_points * p.rate_kobo',
    recipient: 'u.full_name',
    at: 'p.created_at',
    status: inCase('p.status', "'paid'", "'rejected', 'returned'"),
    statusAt: 'coalesce(p.ended_at, p.decided_at)',
    reason: "CASE WHEN p.status IN ('rejected', 'returned') THEN p.reason END",
  })}
    FROM payouts p JOIN banks b ON b.id = p.bank_id ${owner} WHERE p.id = $1::integer AND p.user_id = u.id`,
  trade: `${select({
    coins: 't.bid_points',
    kobo: 't.price_kobo',
    sender: 'r.name',
    recipient: 'u.full_name',
    at: 't.created_at',
    status: inCase('t.status', "'approved'", "'rejected', 'expired'"),
    statusAt: 't.decided_at',
    reason: "CASE t.status WHEN 'rejected' THEN t.reason WHEN 'expired' THEN 'Not paid in time' END",
  })}
    FROM trades t JOIN traders r ON r.id = t.trader_id ${owner} WHERE t.id = $1::integer AND t.user_id = u.id`,
  win: `${select({
    what: 'a.name',
    coins: 'a.current_bid_amount',
    recipient: 'u.full_name',
    at: 'coalesce(a.bought_at, a.end_date)',
    status: "CASE WHEN o.status = 'refunded' THEN 'reversed' ELSE 'final' END",
    statusAt: "CASE WHEN o.status = 'refunded' THEN o.updated_at ELSE coalesce(a.settled_at, a.end_date) END",
    reason: "CASE WHEN o.status = 'refunded' THEN 'The order was refunded' END",
  })}
    FROM auctions a ${owner} LEFT JOIN orders o ON o.auction_id = a.id AND o.user_id = u.id
    WHERE a.id = $1::integer AND a.status = 'completed' AND a.leader_id = u.id`,
  bet: `${select({
    what: "one.name || ' v ' || other.name",
    coins: 'b.stake_points',
    sender: 'u.full_name',
    at: 'CASE WHEN b.creator_id = u.id THEN b.created_at ELSE b.joined_at END',
    status: inCase('b.status', "'settled'", "'cancelled'"),
    statusAt: 'b.ended_at',
    reason: "CASE WHEN b.status = 'cancelled' THEN 'The bet was cancelled' END",
  })}
    FROM bets b JOIN teams one ON one.id = b.team_a_id JOIN teams other ON other.id = b.team_b_id ${owner}
    WHERE b.id = $1::integer AND u.id IN (b.creator_id, b.opponent_id)`,
  ticket: `${select({
    what: 'h.name',
    coins: 't.paid_available + t.paid_bonus',
    sender: 'u.full_name',
    at: 't.joined_at',
    status:
      "CASE WHEN h.final_status = 'cancelled' OR t.refunded_by IS NOT NULL THEN 'reversed' ELSE 'final' END",
    statusAt:
      "CASE WHEN h.final_status = 'cancelled' THEN h.status_at WHEN t.refunded_by IS NULL THEN t.joined_at END",
    reason:
      "CASE WHEN h.final_status = 'cancelled' THEN 'The heist was cancelled' WHEN t.refunded_by IS NOT NULL THEN 'The ticket was returned' END",
  })}
    FROM heist_tickets t JOIN heists h ON h.id = t.heist_id ${owner} WHERE t.heist_id = $1::integer AND t.user_id = u.id`,
};

/** Reads the status of each shared receipt among $1. */
export const receiptStatusesText = Object.entries(receiptTexts)
  .map(
    ([kind, text]) => `SELECT shared.code, item.status FROM receipts shared, LATERAL (
      ${text.replaceAll('$1', 'shared.item_id').replaceAll('$2', 'shared.user_id')}) AS item
      WHERE shared.code = ANY($1::text[]) AND shared.kind = '${kind}' AND shared.ended_at IS NULL`,
  )
  .join(' UNION ALL ');
