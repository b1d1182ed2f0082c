import type { AdminAuction } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { statusWord } from '../../../console/capitalized.ts';
import { type Column, momentColumn, numberColumn, statusColumn } from '../../../console/columns.tsx';
import { EditableList } from '../../../console/editable-list.tsx';
import { returnedFees } from '../../../console/entry-fees.ts';
import { categoryFilter, choiceFilter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { RowPicture } from '../../../console/row-pictures.tsx';
import { auctionForm } from './auction-form.tsx';

const columns: Column<AdminAuction>[] = [
  { name: 'Name', cell: (row) => row.name, sort: 'name', isName: true, picture: RowPicture },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  { name: 'Category', cell: (row) => statusWord(row.category), sort: 'category' },
  statusColumn('Status', (row) => row.status, auctionForm.looks, 'status'),
  numberColumn('Bid', (row) => row.current_bid_amount, 'current_bid_amount'),
  { name: 'Leader', cell: (row) => row.highest_bidder ?? '–' },
  numberColumn('Bids', (row) => row.seq),
  numberColumn('Entries', (row) => row.entries_count),
  momentColumn('Ends', (row) => row.end_date, 'end_date'),
];
const filters = [
  searchFilter('Find an auction'),
  realmFilter,
  choiceFilter('status', 'Status', Object.keys(auctionForm.looks)),
  categoryFilter,
];

/** O3. */
export function Page() {
  return (
    <EditableList<AdminAuction>
      form={auctionForm}
      filters={filters}
      columns={columns}
      subLine={(row) =>
        `${row.id}, ${row.category}, bid ${formatNumber(row.current_bid_amount)}, ends ${showTime(row.end_date)}`
      }
      cancelText={cancelText}
    />
  );
}

function cancelText(auctions: readonly AdminAuction[]): string {
  const entries = auctions.reduce((sum, auction) => sum + auction.entries_count, 0);
  return `The leader’s coins are released, and ${returnedFees(entries)}. This can’t be undone.`;
}
