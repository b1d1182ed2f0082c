import { type EditAuctionBody, NewAuctionBody } from '@copup/shared/auctions.ts';
import type { z } from 'zod';
import { eq, sql } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import type { Publishing } from '../../subjects/publish-subject.ts';
import { createSubject, type EditSubject, editSubject } from '../../subjects/write-subject.ts';
import { type AuctionDraft, draftEdit, draftNew } from './auction-draft.ts';
import { auctionKind } from './auctions.subject.ts';
import { type AuctionRow, auctions } from './auctions.tables.ts';
import { chainGenesis } from './bid-chain.ts';

export type CreateDeps = Pick<Deps, 'db' | 'jobs' | 'settings' | 'randomBytes'>;

const SECRET_BYTES = 32;

/**
 * Creates an auction: active at once when its start is not in the future, otherwise pending (A1). `operatorId` is
 * recorded in the audit log; null means the system, as for demo content.
 */
export async function createAuction(
  deps: CreateDeps,
  wanted: NewAuctionBody,
  operatorId: string | null,
  publishing: Publishing = {},
): Promise<AuctionRow> {
  const body = NewAuctionBody.parse(wanted);
  const { realm } = body;
  const defaults = {
    bidIncrement: deps.settings.get('bidIncrement'),
    overtimeMs: deps.settings.get('auctionOvertimeS') * 1_000,
    rewardPercent: deps.settings.get('affiliateRewardPercent'),
  };
  return createSubject(
    deps,
    auctionKind,
    { ...publishing, realm, operatorId, details: { ...body } },
    async (tx, created) => {
      const { id, createdAt: now } = created;
      const draft = draftNew(body, defaults, now);
      const [row] = await tx.orm
        .insert(auctions)
        .overridingSystemValue()
        .values({
          ...draft,
          ...created,
          status: draft.startsAt <= now ? 'active' : 'pending',
          chainHead: chainGenesis(id),
          chainSecret: deps.randomBytes(SECRET_BYTES),
        })
        .returning();
      return row as AuctionRow;
    },
  );
}

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
