import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { auctionMaximums } from './auctions.tables.ts';
import type { MaximumCommand } from './maximum-command.ts';

/** A change of a player's own maximum (A13), with the username of the leader after it. */
export type MaximumRow = typeof auctionMaximums.$inferSelect & { leaderUsername: string };

const columns = `m.id, m.auction_id AS "auctionId", m.user_id AS "userId", m.maximum, m.after_seq AS "afterSeq",
  m.until_seq AS "untilSeq", m.ended, m.at, m.key, m.bid_seq AS "bidSeq", m.seq_after AS "seqAfter",
  m.price_after AS "priceAfter", m.held_after AS "heldAfter", m.end_date_after AS "endDateAfter", m.hash_after AS "hashAfter",
  b.username AS "leaderUsername"`;
const withBid = 'JOIN bids b ON b.auction_id = m.auction_id AND b.seq = m.seq_after';

/** Lists the changes with these ids, unordered. */
export async function listMaximums(
  source: Database | Transaction,
  ids: readonly string[],
): Promise<MaximumRow[]> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<MaximumRow>({
    name: 'maximums-of-ids',
    text: `SELECT ${columns} FROM auction_maximums m ${withBid} WHERE m.id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Lists the changes that these commands' keys already made (P6). A key is unique within its call. */
export async function listEarlierMaximums(
  tx: Transaction,
  auctionId: number,
  commands: readonly MaximumCommand[],
): Promise<MaximumRow[]> {
  const keyed = commands.filter(({ key }) => key !== undefined);
  if (keyed.length === 0) return [];
  const { rows } = await tx.client.query<MaximumRow>({
    name: 'maximums-of-keys',
    text: `SELECT ${columns} FROM unnest($2::uuid[], $3::text[], $4::boolean[]) AS requested (user_id, key, withdraws)
      JOIN auction_maximums m ON m.auction_id = $1 AND m.user_id = requested.user_id AND m.key = requested.key
        AND (m.maximum IS NULL) = requested.withdraws
      ${withBid}`,
    values: [
      auctionId,
      keyed.map(({ viewer }) => viewer.userId),
      keyed.map(({ key }) => key ?? null),
      keyed.map(({ maximum }) => maximum === null),
    ],
  });
  return rows;
}

/** The end of the maximum that was live before a batch. */
export interface MaximumEnd {
  untilSeq: number;
  ended: 'changed' | 'withdrawn' | 'passed';
}

/** Writes the changes of a batch in the round trip of its COMMIT. The auction's row must be locked. */
export function writeMaximumsLast(
  tx: Transaction,
  auctionId: number,
  rows: readonly MaximumRow[],
  end: MaximumEnd | undefined,
): void {
  // First: only one maximum of an auction may be live.
  if (end) {
    tx.writeLast({
      name: 'maximum-end',
      text: 'UPDATE auction_maximums SET until_seq = $2, ended = $3 WHERE auction_id = $1 AND until_seq IS NULL',
      values: [auctionId, end.untilSeq, end.ended],
    });
  }
  if (rows.length === 0) return;
  tx.writeLast({
    name: 'maximums-write',
    text: `INSERT INTO auction_maximums (id, auction_id, user_id, maximum, after_seq, until_seq, ended, at, key, bid_seq,
        seq_after, price_after, held_after, end_date_after, hash_after)
      SELECT id, $1, user_id, maximum, after_seq, until_seq, ended, at, key, bid_seq, seq_after, price_after, held_after,
        end_date_after, hash_after
      FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::int[], $6::int[], $7::text[], $8::timestamptz[], $9::text[],
          $10::int[], $11::int[], $12::bigint[], $13::bigint[], $14::timestamptz[], $15::bytea[])
        AS written (id, user_id, maximum, after_seq, until_seq, ended, at, key, bid_seq, seq_after, price_after, held_after,
          end_date_after, hash_after)`,
    values: [
      auctionId,
      rows.map(({ id }) => id),
      rows.map(({ userId }) => userId),
      rows.map(({ maximum }) => maximum),
      rows.map(({ afterSeq }) => afterSeq),
      rows.map(({ untilSeq }) => untilSeq),
      rows.map(({ ended }) => ended),
      rows.map(({ at }) => at),
      rows.map(({ key }) => key),
      rows.map(({ bidSeq }) => bidSeq),
      rows.map(({ seqAfter }) => seqAfter),
      rows.map(({ priceAfter }) => priceAfter),
      rows.map(({ heldAfter }) => heldAfter),
      rows.map(({ endDateAfter }) => endDateAfter),
      rows.map(({ hashAfter }) => hashAfter),
    ],
  });
}

/** Writes the leader's maximum of a batch without a bid. Other players see no change: the version stays. */
export function writeLeaderMaxLast(tx: Transaction, auctionId: number, leaderMax: number | null): void {
  tx.writeLast({
    name: 'auction-leader-max',
    text: 'UPDATE auctions SET leader_max = $2 WHERE id = $1',
    values: [auctionId, leaderMax],
  });
}

/** Ends the live maximums of auctions that are over. */
export async function closeMaximums(tx: Transaction, auctionIds: readonly number[]): Promise<void> {
  if (auctionIds.length === 0) return;
  await tx.client.query({
    name: 'maximums-close',
    text: `UPDATE auction_maximums m SET until_seq = a.seq, ended = 'closed' FROM auctions a
      WHERE a.id = m.auction_id AND m.auction_id = ANY($1::int[]) AND m.until_seq IS NULL`,
    values: [auctionIds],
  });
}
