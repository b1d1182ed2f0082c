import type { AdminAuctionsQuery } from '@copup/shared/auctions.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { and, asc, count, desc, eq, getTableColumns, ilike, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { offsetOf } from '../../lists/operator-list.ts';
import type { AuctionRow } from './auctions.queries.ts';
import { auctions } from './auctions.tables.ts';

/** Entries are counted as they are now, since the row's own count is the close's. */
const columns = {
  ...getTableColumns(auctions),
  entriesCount: sql<number>`(SELECT count(*)::int FROM auction_entries e WHERE e.auction_id = auctions.id)`,
};

const sortable = {
  id: auctions.id,
  name: auctions.name,
  status: auctions.status,
  category: auctions.category,
  starts_at: auctions.startsAt,
  end_date: auctions.endDate,
  current_bid_amount: auctions.currentBidAmount,
  entry_bid_points: auctions.entryBidPoints,
  created_at: auctions.createdAt,
} as const;
const isSortable = (field: string | undefined): field is keyof typeof sortable =>
  field !== undefined && Object.hasOwn(sortable, field);

type Query = z.output<typeof ListQuery> & z.output<typeof AdminAuctionsQuery>;

/** A page of all auctions for operators, and how many there are. A field that cannot be sorted by means the id. */
export async function listAuctionsForOperators(
  db: Database,
  query: Query,
): Promise<{ rows: AuctionRow[]; total: number }> {
  const filter = and(
    query.status && eq(auctions.status, query.status),
    query.category && eq(auctions.category, query.category),
    query.realm === undefined ? undefined : eq(auctions.realm, query.realm),
    query.q ? matches(query.q) : undefined,
  );
  const by = isSortable(query.sort) ? sortable[query.sort] : auctions.id;
  const direction = query.order === 'ASC' ? asc : desc;
  const [rows, [counted]] = await Promise.all([
    db.orm
      .select(columns)
      .from(auctions)
      .where(filter)
      .orderBy(direction(by), direction(auctions.id))
      .limit(query.perPage)
      .offset(offsetOf(query)),
    db.orm.select({ total: count() }).from(auctions).where(filter),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAuctionForOperators(db: Database, id: number): Promise<AuctionRow | undefined> {
  const [row] = await db.orm.select(columns).from(auctions).where(eq(auctions.id, id));
  return row;
}

const matches = (text: string): SQL => ilike(auctions.name, `%${text.replace(/[\\%_]/g, '\\$&')}%`);
