import { createHash } from 'node:crypto';
import type { ChainRoot } from '@copup/shared/auctions.ts';
import type { z } from 'zod';
import { lockNumbers } from '../../db/advisory-locks.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';

type Root = z.output<typeof ChainRoot>;
type Head = Root['heads'][number];

const HEAD_BYTES = 40;
/** Transactions of the old day may still commit after midnight. None takes this long (L5). */
const SETTLE_DOWN = "interval '5 minutes'";
/** Maximum number of days published in one run, after a long pause. */
const DAYS = 31;
/** Heads of one statement. */
const PAGE = 5_000;
/** The expression of the index auctions_settled_day. */
const SETTLED_DAY = "(settled_at AT TIME ZONE 'UTC')::date";

/** Encodes `auction id (4) | seq (4) | last hash (32)` of each head, in the order given (A7; docs/bid-chain.md). */
export function encodeHeads(heads: readonly Head[]): Buffer {
  const bytes = Buffer.alloc(heads.length * HEAD_BYTES);
  heads.forEach((head, nth) => {
    bytes.writeUInt32BE(head.auction_id, nth * HEAD_BYTES);
    bytes.writeUInt32BE(head.seq, nth * HEAD_BYTES + 4);
    bytes.write(head.chain_head, nth * HEAD_BYTES + 8, 'hex');
  });
  return bytes;
}

/**
 * Publishes the root of each finished day (UTC) on which auctions were settled and that has none yet. Several servers
 * may do so concurrently: a published root never changes. Load tests are left out.
 */
export async function publishRoots({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (let nth = 0; nth < DAYS; nth += 1) {
    const day = await findNextDay(db);
    if (day === undefined) return;
    await publishRoot(db, day);
  }
}

/** Returns the first finished day after the last root with a settled auction. */
async function findNextDay(db: Database): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ day: string }>({
    name: 'chain-next-day',
    text: `SELECT to_char(${SETTLED_DAY}, 'YYYY-MM-DD') AS day FROM auctions
      WHERE settled_at IS NOT NULL AND realm = 0
        AND ${SETTLED_DAY} < ((statement_timestamp() - ${SETTLE_DOWN}) AT TIME ZONE 'UTC')::date
        AND ${SETTLED_DAY} > coalesce((SELECT max(day) FROM chain_roots), '-infinity'::date)
      ORDER BY ${SETTLED_DAY}, id LIMIT 1`,
  });
  return rows[0]?.day;
}

/**
 * Copies the day's heads page by page, in the order of ids, and hashes them. All pages and the root are one
 * transaction, so a crash leaves none of them.
 */
async function publishRoot(db: Database, day: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.client.query(
      `SELECT pg_advisory_xact_lock(${lockNumbers.chainRootDays}, $1::date - '2000-01-01'::date)`,
      [day],
    );
    const { rowCount } = await tx.client.query('SELECT 1 FROM chain_roots WHERE day = $1', [day]);
    if (rowCount) return;
    const hash = createHash('sha256');
    for (let after = 0; ; ) {
      const heads = await copyHeads(tx, day, after);
      hash.update(encodeHeads(heads));
      if (heads.length < PAGE) break;
      after = (heads.at(-1) as Head).auction_id;
    }
    await tx.client.query('INSERT INTO chain_roots (day, root) VALUES ($1, $2)', [day, hash.digest()]);
  });
}

async function copyHeads(tx: Transaction, day: string, after: number): Promise<Head[]> {
  const { rows } = await tx.client.query<Head>({
    name: 'chain-heads-copy',
    text: `WITH copied AS (
        INSERT INTO chain_root_heads (day, auction_id, seq, chain_head)
        SELECT $1::date, id, seq, chain_head FROM auctions
        WHERE settled_at IS NOT NULL AND realm = 0 AND ${SETTLED_DAY} = $1::date AND id > $2 ORDER BY id LIMIT ${PAGE}
        RETURNING auction_id, seq, chain_head)
      SELECT auction_id, seq, encode(chain_head, 'hex') AS chain_head FROM copied ORDER BY auction_id`,
    values: [day, after],
  });
  return rows;
}

/** Finds the root of a day with a page of its heads: those after the auction `after`. */
export async function findRoot(
  db: Database,
  day: string,
  { after, limit }: { after: number; limit: number },
): Promise<Root | undefined> {
  const { rows: roots } = await db.pool.query<{ root: string }>({
    name: 'chain-root',
    text: `SELECT encode(root, 'hex') AS root FROM chain_roots WHERE day = $1`,
    values: [day],
  });
  if (!roots[0]) return undefined;
  const { rows: heads } = await db.pool.query<Head>({
    name: 'chain-root-heads',
    text: `SELECT auction_id, seq, encode(chain_head, 'hex') AS chain_head FROM chain_root_heads
      WHERE day = $1 AND auction_id > $2 ORDER BY auction_id LIMIT $3`,
    values: [day, after, limit + 1],
  });
  const page = heads.slice(0, limit);
  const next = heads.length > limit ? (page.at(-1)?.auction_id ?? null) : null;
  return { day, root: roots[0].root, heads: page, next };
}
