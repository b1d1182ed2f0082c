import type { AdminAuction } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import type { Column } from '../../../console/columns.ts';
import { act } from '../../../console/data-provider.ts';
import { FilterBar, namedByValue, SelectFilter } from '../../../console/filter-bar.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { oneByOne } from '../../../console/one-by-one.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { AuctionForm } from './auction-form.tsx';
import { categories, statusLooks } from './auction-words.ts';

const columns: Column<AdminAuction>[] = [
  { name: 'Name', cell: (row) => row.name, sort: 'name', isName: true },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  { name: 'Category', cell: (row) => row.category, sort: 'category' },
  {
    name: 'Status',
    cell: (row) => <Chip look={statusLooks[row.status]}>{row.status}</Chip>,
    sort: 'status',
    isOnPhones: true,
  },
  {
    name: 'Bid',
    cell: (row) => formatNumber(row.current_bid_amount),
    sort: 'current_bid_amount',
    isNumber: true,
  },
  { name: 'Leader', cell: (row) => row.highest_bidder ?? '–' },
  { name: 'Bids', cell: (row) => formatNumber(row.seq), isNumber: true },
  { name: 'Entries', cell: (row) => formatNumber(row.entries_count), isNumber: true },
  {
    name: 'Ends',
    cell: (row) => <span className="whitespace-nowrap">{showMoment(row.end_date)}</span>,
    sort: 'end_date',
  },
];

const subLine = (row: AdminAuction) =>
  `${row.id}, ${row.category}, bid ${formatNumber(row.current_bid_amount)}, ends ${showMoment(row.end_date)}`;
const isOpen = ({ status }: AdminAuction) => status === 'pending' || status === 'active';
const sort = { field: 'id', order: 'DESC' } as const;
const realWorld = { realm: '0' };

type Shown =
  | { kind: 'nothing' | 'new' }
  | { kind: 'edit'; auction: AdminAuction }
  | { kind: 'cancel'; auctions: AdminAuction[] };

export function AuctionsList() {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const close = () => setShown({ kind: 'nothing' });
  return (
    <>
      <RecordsList<AdminAuction>
        resource="auctions"
        label="Auctions"
        sort={sort}
        filters={realWorld}
        filterBar={
          <FilterBar
            texts={[
              { source: 'q', label: 'Find an auction' },
              { source: 'realm', label: 'Realm', inputMode: 'numeric', hint: '0: real' },
            ]}
          >
            <SelectFilter source="status" label="Status" options={namedByValue(Object.keys(statusLooks))} />
            <SelectFilter source="category" label="Category" options={categories} />
          </FilterBar>
        }
        create={
          <Button
            look="ink"
            onClick={() => setShown({ kind: 'new' })}
            className="flex-1 px-3.5 whitespace-nowrap"
          >
            New auction
          </Button>
        }
        columns={columns}
        nameOf={(row) => row.name}
        subLine={subLine}
        isSelectable={isOpen}
        bulk={(auctions) => (
          <Button look="danger" size="sm" onClick={() => setShown({ kind: 'cancel', auctions })}>
            Cancel selected
          </Button>
        )}
        actions={(auction) =>
          isOpen(auction)
            ? [
                {
                  name: 'Edit',
                  label: `Edit ${auction.name}`,
                  onPress: () => setShown({ kind: 'edit', auction }),
                },
                {
                  name: 'Cancel',
                  label: `Cancel ${auction.name}`,
                  onPress: () => setShown({ kind: 'cancel', auctions: [auction] }),
                },
              ]
            : []
        }
      />
      {shown.kind === 'new' ? <AuctionForm onClose={close} /> : null}
      {shown.kind === 'edit' ? <AuctionForm auction={shown.auction} onClose={close} /> : null}
      {shown.kind === 'cancel' ? <CancelForm auctions={shown.auctions} onClose={close} /> : null}
    </>
  );
}

/** A8: one reason for all that are cancelled together. */
function CancelForm({ auctions, onClose }: { auctions: AdminAuction[]; onClose: () => void }) {
  const [only] = auctions;
  const count = auctions.length;
  const entries = auctions.reduce((sum, auction) => sum + auction.entries_count, 0);
  const name = count === 1 && only ? only.name : `${count} auctions`;
  const cancel = async (reason: string) => {
    await oneByOne(
      auctions,
      ({ id }) => act('auctions', id, 'cancel', { reason }),
      (auction) => auction.name,
    );
    return count === 1 ? 'Auction cancelled' : `${count} auctions cancelled`;
  };
  return (
    <ReasonForm
      title={`Cancel ${name}`}
      actionName={count === 1 ? 'Cancel auction' : `Cancel ${count} auctions`}
      onSubmit={cancel}
      onClose={onClose}
    >
      {count > 1 ? (
        <ul className="mb-2 max-h-40 list-disc overflow-y-auto pl-5">
          {auctions.map((auction) => (
            <li key={auction.id}>{auction.name}</li>
          ))}
        </ul>
      ) : null}
      <p>The leader’s coins are released, and {entriesInWords(entries)}. This cannot be taken back.</p>
    </ReasonForm>
  );
}

function entriesInWords(count: number): string {
  if (count === 0) return 'there are no entry fees to return';
  return count === 1 ? 'one entry fee is returned' : `${formatNumber(count)} entry fees are returned`;
}
