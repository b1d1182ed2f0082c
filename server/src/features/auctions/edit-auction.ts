import type { EditAuctionBody } from '@copup/shared/auctions.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type EditSubject, editSubject } from '../../subjects/write-subject.ts';
import { type AuctionDraft, changedFields, draftEdit } from './auction-draft.ts';
import { auctionNotEditable } from './auctions.errors.ts';
import { auctionKind } from './auctions.subject.ts';
import { type AuctionRow, auctions } from './auctions.tables.ts';

const editableWhileActive: ReadonlySet<keyof AuctionDraft> = new Set(['name', 'description']);

/** While pending everything may change; once active only name and description. Nothing of one that is over. */
export async function editAuction(
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  command: EditSubject,
  edit: z.output<typeof EditAuctionBody>,
): Promise<AuctionRow> {
  const rewardPercent = deps.settings.get('affiliateRewardPercent');
  return editSubject(deps, auctionKind, command, async (tx, auction, now) => {
    const draft = draftEdit(auction, edit, { rewardPercent }, now);
    const changed = changedFields(auction, draft);
    if (changed.length === 0) return undefined;
    if (auction.status === 'active' && !changed.every((field) => editableWhileActive.has(field))) {
      throw auctionNotEditable('This auction is live: only its name, description and picture can change.');
    }
    const [row] = await tx.orm
      .update(auctions)
      .set({ ...draft, version: sql`${auctions.version} + 1` })
      .where(eq(auctions.id, auction.id))
      .returning();
    return {
      row: row as AuctionRow,
      details: Object.fromEntries(changed.map((field) => [field, draft[field]])),
    };
  });
}
