import type { EditAuctionBody } from '@copup/shared/auctions.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type EditSubject, editSubject } from '../../subjects/write-subject.ts';
import { type AuctionDraft, draftEdit } from './auction-draft.ts';
import { auctionKind } from './auctions.subject.ts';
import { type AuctionRow, auctions } from './auctions.tables.ts';

/**
 * Edits an auction. While pending everything may change; once active only name and description; nothing once it is
 * over.
 */
export async function editAuction(
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  command: EditSubject,
  edit: z.output<typeof EditAuctionBody>,
): Promise<AuctionRow> {
  const rewardPercent = deps.settings.get('affiliateRewardPercent');
  return editSubject<AuctionRow, AuctionDraft>(deps, auctionKind, command, {
    draft: (auction, now) => draftEdit(auction, edit, { rewardPercent }, now),
    async write(tx, { id }, draft) {
      const [row] = await tx.orm
        .update(auctions)
        .set({ ...draft, version: sql`${auctions.version} + 1` })
        .where(eq(auctions.id, id))
        .returning();
      return row as AuctionRow;
    },
  });
}
