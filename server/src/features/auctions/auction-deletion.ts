import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { AccountDeletion } from '../../feature.ts';
import { auctionEntries, auctions, auctionWatches } from './auctions.tables.ts';

const MAX_SHOWN = 20;

/** S7: auctions that the user joined and that are not settled. */
export const auctionDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const joined = await tx.orm
      .select({ id: auctions.id, name: auctions.name })
      .from(auctionEntries)
      .innerJoin(auctions, eq(auctions.id, auctionEntries.auctionId))
      .where(and(eq(auctionEntries.userId, userId), isNull(auctions.settledAt)))
      .limit(MAX_SHOWN);
    return joined.map(({ id, name }) => ({
      kind: 'auction',
      details: name,
      bid_points: null,
      path: pathTo(paths.auction, id),
    }));
  },
  /** The watchlist is personal (A13). */
  async erase(tx, userId) {
    await tx.orm.delete(auctionWatches).where(eq(auctionWatches.userId, userId));
  },
};
