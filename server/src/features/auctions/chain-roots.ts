import { createHash } from 'node:crypto';
import type { ChainRoot } from '@copup/shared/auctions.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { chainRoots } from './auctions.tables.ts';

type Root = z.output<typeof ChainRoot>;
type Heads = Root['heads'];

const HEAD_BYTES = 40;
/** After midnight, transactions of the old day may still be committing. None lives that long (L5). */
const SETTLE_DOWN_MINUTES = 5;
/** Days made up for in one run, after a long pause. */
const DAYS = 31;

/** SHA-256 over `auction id (4) | seq (4) | last hash (32)` of each auction, in order of id (A7; docs: the bid chain). */
export function hashHeads(heads: Heads): Buffer {
  const bytes = Buffer.alloc(heads.length * HEAD_BYTES);
  heads
    .toSorted((left, right) => left.auction_id - right.auction_id)
    .forEach((head, nth) => {
      bytes.writeUInt32BE(head.auction_id, nth * HEAD_BYTES);
      bytes.writeUInt32BE(head.seq, nth * HEAD_BYTES + 4);
      bytes.write(head.chain_head, nth * HEAD_BYTES + 8, 'hex');
    });
  return createHash('sha256').update(bytes).digest();
}

/**
 * Publishes the root of each finished day (UTC) on which auctions were settled and that has none yet. Any number of
 * servers may do it at once: a published root is never changed.
 */
export async function publishRoots({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { rows } = await db.pool.query<{ day: string }>({
    name: 'chain-days',
    text: `SELECT DISTINCT to_char(a.settled_at, 'YYYY-MM-DD') AS day FROM auctions a
      WHERE a.settled_at < date_trunc('day', clock_timestamp() - make_interval(mins => $1))
        AND a.settled_at >= coalesce((SELECT max(day) + 1 FROM chain_roots), '-infinity') ORDER BY day LIMIT $2`,
    values: [SETTLE_DOWN_MINUTES, DAYS],
  });
  for (const { day } of rows) {
    const heads = await listHeads(db, day);
    await db.orm
      .insert(chainRoots)
      .values({ day, root: hashHeads(heads), heads })
      .onConflictDoNothing();
  }
}

export async function findRoot(db: Database, day: string): Promise<Root | undefined> {
  const [row] = await db.orm.select().from(chainRoots).where(eq(chainRoots.day, day));
  return row && { day: row.day, root: row.root.toString('hex'), heads: row.heads };
}

/** Load tests are left out: their auctions are nobody's. */
async function listHeads(db: Database, day: string): Promise<Heads> {
  const { rows } = await db.pool.query<Heads[number]>({
    name: 'chain-heads',
    text: `SELECT id AS auction_id, seq, encode(chain_head, 'hex') AS chain_head FROM auctions
      WHERE realm = 0 AND settled_at >= $1::date AND settled_at < $1::date + 1 ORDER BY id`,
    values: [day],
  });
  return rows;
}
