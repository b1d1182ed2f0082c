import type { AdminAuctionsQuery } from '@copup/shared/auctions.ts';
import type { z } from 'zod';
import { equal } from '../../operators/operator-list.ts';
import type { SubjectList } from '../../subjects/subject-list.ts';
import { selectColumns } from '../../subjects/subject-rows.ts';
import { auctionColumns } from './auctions.tables.ts';

const { entriesCount: _, ...ownColumns } = auctionColumns;

/** The operators' list of auctions. */
export const auctionList: SubjectList<z.output<typeof AdminAuctionsQuery>> = {
  // Current entries are counted until the auction is settled; afterwards the row holds their number.
  columns: `${selectColumns(ownColumns, 's')}, CASE WHEN s.settled_at IS NOT NULL THEN s.entries_count
    ELSE (SELECT count(*)::int FROM auction_entries e WHERE e.auction_id = s.id) END AS "entriesCount"`,
  orders: {
    category: ['s.category', 's.id'],
    // Reads every auction: an index on the price would slow down every batch of bids.
    current_bid_amount: ['s.current_bid_amount', 's.id'],
  },
  where: ({ category }) => equal('s.category', category),
  named: (pattern) => ({
    sql: 's.id IN (SELECT n.auction_id FROM auction_names n WHERE n.name ILIKE ?)',
    values: [pattern],
  }),
};
