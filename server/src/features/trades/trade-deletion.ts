import { paths } from '@copup/shared/page-paths.ts';
import { and, eq, inArray, or, sql } from '../../db/drizzle.ts';
import type { AccountDeletion } from '../../feature.ts';
import { traders, tradeScreenshots, trades } from './trades.tables.ts';

/**
 * S7: open and disputed trades, bought or sold. Decided trades remain without their screenshots; a trader who sold is no longer active, and
 * their account is erased from the trades too.
 */
export const tradeDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await tx.orm
      .select({ bidPoints: trades.bidPoints, trader: traders.name })
      .from(trades)
      .innerJoin(traders, eq(traders.id, trades.traderId))
      .where(
        and(
          or(eq(trades.userId, userId), eq(traders.userId, userId)),
          inArray(trades.status, ['reserved', 'pending', 'disputed']),
        ),
      );
    return open.map(({ bidPoints, trader }) => ({
      kind: 'trade',
      details: trader,
      bid_points: bidPoints,
      path: paths.peerToPeer,
    }));
  },
  async erase(tx, userId) {
    const own = tx.orm.select({ id: trades.id }).from(trades).where(eq(trades.userId, userId));
    await tx.orm.delete(tradeScreenshots).where(inArray(tradeScreenshots.tradeId, own));
    const sold = tx.orm.select({ id: traders.id }).from(traders).where(eq(traders.userId, userId));
    await tx.orm
      .update(trades)
      .set({ paymentMethod: null, accountName: null, accountNumber: null })
      .where(inArray(trades.traderId, sold));
    await tx.orm
      .update(traders)
      .set({
        isActive: false,
        userId: null,
        accountName: '',
        accountNumber: '',
        pendingChange: null,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(traders.userId, userId));
  },
};
