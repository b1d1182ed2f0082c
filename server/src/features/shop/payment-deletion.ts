import { paths } from '@copup/shared/page-paths.ts';
import { and, eq, inArray } from '../../db/drizzle.ts';
import type { AccountDeletion } from '../../feature.ts';
import { manualPayments, paymentReferences } from './shop.tables.ts';

/** S7: bank transfers that are not decided, or of which money must go back. Decided ones keep the sender's name as records of what was paid in. */
export const paymentDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await tx.orm
      .select({ bidPoints: manualPayments.bidPoints, reference: manualPayments.reference })
      .from(manualPayments)
      .where(
        and(
          eq(manualPayments.userId, userId),
          inArray(manualPayments.status, ['reserved', 'pending', 'underpaid', 'overpaid', 'returning']),
        ),
      );
    return open.map(({ bidPoints, reference }) => ({
      kind: 'payment',
      details: reference,
      bid_points: bidPoints,
      path: paths.payments,
    }));
  },
  async erase(tx, userId) {
    await tx.orm.delete(paymentReferences).where(eq(paymentReferences.userId, userId));
  },
};
