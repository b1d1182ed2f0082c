import type { AdminAuctionsQuery } from '@copup/shared/auctions.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { equal, type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';
import { type AuctionRow, auctions } from './auctions.tables.ts';

const { entriesCount: _, ...ownColumns } = getTableColumns(auctions);
/** Entries are counted as they are now until the auction is settled; from then on the row has their number. */
const columns = `${Object.entries(ownColumns)
  .map(([name, column]) => `a."${column.name}" AS "${name}"`)
  .join(', ')}, CASE WHEN a.settled_at IS NOT NULL THEN a.entries_count
    ELSE (SELECT count(*)::int FROM auction_entries e WHERE e.auction_id = a.id) END AS "entriesCount"`;

const listed: OperatorList = {
  from: 'auctions a',
  key: 'a.id',
  select: `SELECT ${columns} FROM page JOIN auctions a ON a.id = page.key`,
  orders: {
    id: ['a.id'],
    // Ids are given in the order of time.
    created_at: ['a.id'],
    name: ['a.name', 'a.id'],
    status: ['a.status', 'a.realm', 'a.end_date', 'a.id'],
    category: ['a.category', 'a.id'],
    end_date: ['a.end_date', 'a.id'],
    // Reads every auction: an index on the price would slow down every batch of bids.
    current_bid_amount: ['a.current_bid_amount', 'a.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminAuctionsQuery>;

/** A page of all auctions for operators, and how many there are. A field that cannot be sorted by means the id. */
export async function listAuctionsForOperators(
  db: Database,
  query: Query,
): Promise<{ rows: AuctionRow[]; total: number }> {
  const { status, category, realm, q } = query;
  return readList<AuctionRow>(db, listed, query, [
    ...equal('a.status', status),
    ...equal('a.category', category),
    ...equal('a.realm', realm),
    ...(q
      ? [
          {
            sql: 'a.id IN (SELECT n.auction_id FROM auction_names n WHERE n.name ILIKE ?)',
            values: [searchPattern(q)],
          },
        ]
      : []),
  ]);
}

export async function findAuctionForOperators(db: Database, id: number): Promise<AuctionRow | undefined> {
  const { rows } = await db.pool.query<AuctionRow>(`SELECT ${columns} FROM auctions a WHERE a.id = $1`, [id]);
  return rows[0];
}
