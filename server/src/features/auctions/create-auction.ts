import { NewAuctionBody } from '@copup/shared/auctions.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { createSubject } from '../../subjects/write-subject.ts';
import { draftNew } from './auction-draft.ts';
import { auctionKind } from './auctions.subject.ts';
import { type AuctionRow, auctions } from './auctions.tables.ts';
import { chainGenesis } from './bid-chain.ts';

export type CreateDeps = Pick<Deps, 'db' | 'jobs' | 'settings' | 'randomBytes'>;

const SECRET_BYTES = 32;

/**
 * Creates an auction: active at once when its start is not in the future, else pending (A1). `operatorId` is noted in
 * the audit log; null is the system itself, as for demo content.
 */
export async function createAuction(
  deps: CreateDeps,
  wanted: NewAuctionBody,
  operatorId: string | null,
): Promise<AuctionRow> {
  const body = NewAuctionBody.parse(wanted);
  const { realm } = body;
  const defaults = {
    bidIncrement: deps.settings.get('bidIncrement'),
    overtimeMs: deps.settings.get('auctionOvertimeS') * 1_000,
    rewardPercent: deps.settings.get('affiliateRewardPercent'),
  };
  return createSubject(deps, auctionKind, { realm, operatorId, details: { ...body } }, async (tx, now) => {
    const draft = draftNew(body, defaults, now);
    const id = await nextId(tx);
    const [row] = await tx.orm
      .insert(auctions)
      .overridingSystemValue()
      .values({
        ...draft,
        id,
        realm,
        status: draft.startsAt <= now ? 'active' : 'pending',
        statusAt: now,
        chainHead: chainGenesis(id),
        chainSecret: deps.randomBytes(SECRET_BYTES),
        createdBy: operatorId,
        createdAt: now,
      })
      .returning();
    return row as AuctionRow;
  });
}

/** The chain's first hash needs the id, so it is drawn before the row is written. */
async function nextId(tx: Transaction): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('auctions', 'id'))::int AS id`,
  );
  return (rows[0] as { id: number }).id;
}
