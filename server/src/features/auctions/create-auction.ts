import { NewAuctionBody } from '@copup/shared/auctions.ts';
import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { setAlarms } from './auction-alarms.ts';
import { draftNew } from './auction-draft.ts';
import { tellStatusChange } from './auction-list.ts';
import type { AuctionRow } from './auctions.queries.ts';
import { auctions } from './auctions.tables.ts';
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
  const defaults = {
    bidIncrement: deps.settings.get('bidIncrement'),
    overtimeMs: deps.settings.get('auctionOvertimeS') * 1_000,
    rewardPercent: deps.settings.get('affiliateRewardPercent'),
  };
  const created = await inTransaction(deps.db, async (tx) => {
    await assertOpenRealm(tx, body.realm);
    const now = await tx.clock();
    const draft = draftNew(body, defaults, now);
    const id = await nextId(tx);
    const [row] = await tx.orm
      .insert(auctions)
      .overridingSystemValue()
      .values({
        ...draft,
        id,
        realm: body.realm,
        status: draft.startsAt <= now ? 'active' : 'pending',
        statusAt: now,
        chainHead: chainGenesis(id),
        chainSecret: deps.randomBytes(SECRET_BYTES),
        createdBy: operatorId,
        createdAt: now,
      })
      .returning();
    if (operatorId !== null) {
      await writeAudit(tx, {
        operatorId,
        action: 'auction.create',
        subject: { kind: 'auction', id: String(id) },
        details: { ...body },
      });
    }
    await tellStatusChange(tx, [{ id, realm: body.realm }]);
    return row as AuctionRow;
  });
  setAlarms(deps, created);
  return created;
}

/** The chain's first hash needs the id, so it is drawn before the row is written. */
async function nextId(tx: Transaction): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('auctions', 'id'))::int AS id`,
  );
  return (rows[0] as { id: number }).id;
}

/** Held while the auction is created, so that a load test cannot be closed meanwhile and leave it behind. */
async function assertOpenRealm(tx: Transaction, realm: number): Promise<void> {
  const { rowCount } = await tx.client.query(
    'SELECT 1 FROM realms WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
    [realm],
  );
  if (!rowCount) {
    throw new Refusal('VALIDATION_FAILED', 'There is no such load test.', {
      issues: [{ path: 'realm', message: 'is not an open load test' }],
    });
  }
}
