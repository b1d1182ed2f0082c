import type { EditAuctionBody } from '@copup/shared/auctions.ts';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { setAlarms } from './auction-alarms.ts';
import { type AuctionDraft, changedFields, draftEdit } from './auction-draft.ts';
import { isOpen, isOver } from './auction-rules.ts';
import { auctionNotEditable, auctionNotFound } from './auctions.errors.ts';
import { type AuctionRow, lockAuction } from './auctions.queries.ts';
import { auctions } from './auctions.tables.ts';
import { shutGates } from './entry-gate.ts';

interface EditCommand {
  auctionId: number;
  operatorId: string;
  edit: z.output<typeof EditAuctionBody>;
}

const editableWhileActive: ReadonlySet<keyof AuctionDraft> = new Set(['name', 'description']);

/** While pending everything may change; once active only name and description. Nothing about one that is over. */
export async function editAuction(
  deps: Pick<Deps, 'db' | 'jobs' | 'settings'>,
  { auctionId, operatorId, edit }: EditCommand,
): Promise<AuctionRow> {
  const rewardPercent = deps.settings.get('affiliateRewardPercent');
  const edited = await inTransaction(deps.db, async (tx) => {
    const auction = await lockEditable(tx, auctionId);
    const draft = draftEdit(auction, edit, { rewardPercent }, await tx.clock());
    const changed = changedFields(auction, draft);
    if (changed.length === 0) return auction;
    if (auction.status === 'active' && !changed.every((field) => editableWhileActive.has(field))) {
      throw auctionNotEditable('This auction is live: only its name, description and picture can change.');
    }
    const [row] = await tx.orm
      .update(auctions)
      .set({ ...draft, version: sql`${auctions.version} + 1` })
      .where(eq(auctions.id, auctionId))
      .returning();
    await writeAudit(tx, {
      operatorId,
      action: 'auction.edit',
      subject: { kind: 'auction', id: String(auctionId) },
      details: Object.fromEntries(changed.map((field) => [field, draft[field]])),
    });
    tx.touch(auctionRoom(auctionId));
    return row as AuctionRow;
  });
  setAlarms(deps, edited);
  return edited;
}

interface ImageCommand {
  auctionId: number;
  operatorId: string;
  /** Name of a stored picture. */
  image: string;
}

/** Puts another picture on an open auction. Returns the row and the name of the picture it had before. */
export async function changeImage(
  deps: Pick<Deps, 'db'>,
  { auctionId, operatorId, image }: ImageCommand,
): Promise<{ auction: AuctionRow; replaced: string | null }> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockEditable(tx, auctionId);
    const [row] = await tx.orm
      .update(auctions)
      .set({ image, version: sql`${auctions.version} + 1` })
      .where(eq(auctions.id, auctionId))
      .returning();
    await writeAudit(tx, {
      operatorId,
      action: 'auction.image',
      subject: { kind: 'auction', id: String(auctionId) },
      details: { image },
    });
    tx.touch(auctionRoom(auctionId));
    return { auction: row as AuctionRow, replaced: before.image };
  });
}

/** Nobody joins at terms that are just being changed. */
async function lockEditable(tx: Transaction, id: number): Promise<AuctionRow> {
  const auction = await lockAuction(tx, id);
  if (!auction) throw auctionNotFound();
  await shutGates(tx, [id]);
  if (!isOpen(auction) || isOver(auction, await tx.clock()))
    throw auctionNotEditable('This auction is over.');
  return auction;
}
