import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { type AuctionRow, lockAuction } from './auctions.queries.ts';

type TellDeps = Pick<Deps, 'db' | 'notices'>;

/** W6: an auction's outbid notices come at most this often. */
const QUIET_S = 5;
/** Auctions of one run. The others have their turn in the next. */
const AUCTIONS = 200;
/** Notices of one transaction, which holds the auction's lock meanwhile. */
const NOTICES = 500;

/** Tells those who were outbid since the last time, unless an unread notice tells them already. */
export async function tellOutbid(deps: TellDeps): Promise<void> {
  const { rows } = await deps.db.pool.query<Pick<AuctionRow, 'id' | 'seq' | 'noticedSeq'>>({
    name: 'auctions-unnoticed',
    text: `SELECT id, seq, noticed_seq AS "noticedSeq" FROM auctions WHERE status = 'active' AND noticed_seq < seq
        AND (noticed_at IS NULL OR noticed_at <= clock_timestamp() - make_interval(secs => $1))
      ORDER BY noticed_at NULLS FIRST LIMIT $2`,
    values: [QUIET_S, AUCTIONS],
  });
  for (const auction of rows) await tellOne(deps, auction);
}

/**
 * Bidders are read before the lock, up to the bid seen then; whoever bid later has their turn next time. The row says
 * up to which bid all were told, so of several servers only one writes.
 */
async function tellOne(
  deps: TellDeps,
  { id, seq, noticedSeq }: Pick<AuctionRow, 'id' | 'seq' | 'noticedSeq'>,
): Promise<void> {
  const { rows: bidders } = await deps.db.pool.query<{ userId: string }>({
    name: 'auction-bidders-between',
    text: `SELECT DISTINCT b.user_id AS "userId" FROM bids b WHERE b.auction_id = $1 AND b.seq BETWEEN $2 AND $3
        AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = b.user_id AND n.subject_kind = 'auction'
          AND n.subject_id = $4 AND n.kind = 'outbid' AND n.read_at IS NULL) ORDER BY 1`,
    values: [id, Math.max(noticedSeq, 1), seq, String(id)],
  });
  await inTransaction(deps.db, async (tx) => {
    const auction = await lockAuction(tx, id);
    if (auction?.status !== 'active' || auction.noticedSeq !== noticedSeq) return;
    await tx.client.query({
      name: 'auction-noticed',
      text: 'UPDATE auctions SET noticed_seq = $2, noticed_at = clock_timestamp() WHERE id = $1',
      values: [id, seq],
    });
    const outbid = bidders.map(({ userId }) => userId).filter((userId) => userId !== auction.leaderId);
    for (let from = 0; from < outbid.length; from += NOTICES) {
      await writeNotices(tx, deps, auction, outbid.slice(from, from + NOTICES));
    }
  });
}

async function writeNotices(
  tx: Transaction,
  deps: TellDeps,
  auction: AuctionRow,
  userIds: readonly string[],
): Promise<void> {
  await deps.notices.write(
    tx,
    userIds.map((userId) => ({
      userId,
      kind: 'outbid' as const,
      subject: { kind: 'auction', id: String(auction.id) },
      details: { name: auction.name, price: auction.currentBidAmount },
    })),
  );
}
