import { paths } from '@copup/shared/page-paths.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { AccountDeletion } from '../../feature.ts';
import { payouts } from './payouts.tables.ts';

/** S7: the open payout. Decided payouts keep bank and account as records of what was paid to whom. */
export const payoutDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await tx.orm
      .select({ bidPoints: payouts.bidPoints, status: payouts.status })
      .from(payouts)
      .where(and(eq(payouts.userId, userId), inArray(payouts.status, ['pending', 'approved'])));
    return open.map(({ bidPoints, status }) => ({
      kind: 'payout',
      details: status,
      bid_points: bidPoints,
      path: paths.payouts,
    }));
  },
};
