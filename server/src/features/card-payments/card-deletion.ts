import { paths } from '@copup/shared/page-paths.ts';
import type { AccountDeletion } from '../../feature.ts';

/** Within this time most chargebacks arrive, so that the coins are young (X17). */
const REVERSIBLE = '72 hours';

/** S7: card payments with an open dispute, and credited ones whose coins may still be reversed. */
export const cardDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const { rows } = await tx.client.query<{ bidPoints: number; isDisputed: boolean; until: Date }>({
      name: 'card-payments-reversible',
      text: `SELECT p.bid_points AS "bidPoints", d.is_disputed AS "isDisputed",
          p.decided_at + interval '${REVERSIBLE}' AS until
        FROM card_payments p, LATERAL (
          SELECT EXISTS (SELECT FROM card_reversals r WHERE r.payment_id = p.id AND r.state = 'open') AS is_disputed) d
        WHERE p.user_id = $1 AND (d.is_disputed
          OR p.status = 'approved' AND p.decided_at > statement_timestamp() - interval '${REVERSIBLE}') ORDER BY p.id`,
      values: [userId],
    });
    return rows.map(({ bidPoints, isDisputed, until }) => ({
      kind: isDisputed ? 'dispute' : 'card_payment',
      details: isDisputed ? '' : until.toISOString(),
      bid_points: bidPoints,
      path: paths.payments,
    }));
  },
};
