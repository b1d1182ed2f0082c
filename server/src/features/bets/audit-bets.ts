import { type AuditReferences, inRealm, sinceThen } from '../../ledger/audit-references.ts';

const movedSql = (kind: string, key: string, condition: string) =>
  `(SELECT coalesce(sum(p.amount), 0) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
    WHERE k.kind = '${kind}' AND k.key = 'bet:' || b.id || ':' || ${key} AND p.realm = b.realm AND ${condition})`;
const toWallet = (userId: string) =>
  `((p.destination = 'available' AND p.destination_id = ${userId})
    OR (p.destination = 'unclaimed' AND (SELECT w.closed_at FROM wallets w WHERE w.user_id = ${userId}) IS NOT NULL))`;
const staked = (side: string, userId: string) =>
  movedSql(
    'bet_stake',
    `'${side}'`,
    `p.source = 'available' AND p.source_id = ${userId} AND p.destination_id = b.escrow_id`,
  );
const returned = (side: string, userId: string) =>
  movedSql('refund', `b.paid_no || ':${side}'`, toWallet(userId));

/**
 * The stakes of each open bet are in its escrow, and an ended one paid them by its result or returned them: together with
 * the empty escrow this covers former results, whose coins came back to it.
 */
export const auditBets: AuditReferences = {
  counts: 'bets',
  checks: [
    {
      name: 'stakes',
      check: 'bets',
      table: 'bets',
      size: 500,
      order: { id: 'int' },
      rows: 'bets',
      columns: 'id',
      where: inRealm,
      changed: [sinceThen('status_at'), sinceThen('corrected_at')],
      facts: `SELECT b.*, (SELECT f.balance FROM funds f WHERE f.id = b.escrow_id AND f.realm = b.realm) AS escrow,
          ${staked('a', 'b.creator_id')} AS staked_a, ${staked('b', 'b.opponent_id')} AS staked_b,
          CASE WHEN b.is_returned THEN ${returned('a', 'b.creator_id')} END AS returned_a,
          CASE WHEN b.is_returned THEN ${returned('b', 'b.opponent_id')} END AS returned_b,
          CASE WHEN b.winner_id IS NOT NULL THEN ${movedSql('bet_settle', 'b.paid_no', toWallet('b.winner_id'))} END AS won,
          CASE WHEN b.winner_id IS NOT NULL THEN ${movedSql('bet_fee', 'b.paid_no', `p.destination = 'revenue'`)} END AS charged
        FROM (
          SELECT b.*, floor(2 * b.stake_points * b.fee_percent / 100.0)::bigint AS fee,
            b.status = 'cancelled' OR b.result IN ('draw', 'abandoned') AS is_returned,
            CASE b.result WHEN 'team_a' THEN b.creator_id WHEN 'team_b' THEN b.opponent_id END AS winner_id,
            CASE WHEN b.opponent_id IS NULL THEN 0 ELSE b.stake_points END AS second_stake
          FROM page JOIN bets b ON b.id = page.id
        ) AS b`,
      row: 'id',
      wrong: `WHEN staked_a <> stake_points OR staked_b <> second_stake
          THEN 'has stakes of ' || staked_a || ' and ' || staked_b || ' instead of ' || stake_points || ' and ' || second_stake
        WHEN escrow IS DISTINCT FROM CASE WHEN status IN ('pending', 'active') THEN stake_points + second_stake ELSE 0 END
          THEN 'is ' || status || ' with ' || coalesce(escrow::text, 'no') || ' coins in escrow'
        WHEN is_returned AND (returned_a <> stake_points OR returned_b <> second_stake)
          THEN 'is ' || status || ' and returned ' || returned_a || ' and ' || returned_b || ' of its stakes'
        WHEN winner_id IS NOT NULL AND (won <> 2 * stake_points - fee OR charged <> fee OR fee_points <> fee)
          THEN 'is settled; its winner received ' || won || ' coins, and the fee was ' || charged`,
    },
  ],
};
