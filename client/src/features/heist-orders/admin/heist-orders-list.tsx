import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminHeistOrder } from '@copup/shared/heist-orders.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { choiceFilter, searchFilter } from '../../../console/filters.ts';
import { OrdersList } from '../../../console/orders-list.tsx';
import { RowPicture } from '../../../console/row-pictures.tsx';
import { statusWord } from '../../../console/status-word.ts';
import { Chip } from '../../../ui/chip.tsx';
import { looks, moves } from './heist-order-words.ts';

const columns: Column<AdminHeistOrder>[] = [
  {
    name: 'Heist',
    cell: (row) => row.heist_name,
    isName: true,
    picture: ({ heist_name, auction_category, image }) => (
      <RowPicture name={heist_name} category={auction_category} image={image} />
    ),
  },
  { name: 'Order', cell: (row) => row.order_id, sort: 'id', isNumber: true },
  { name: 'Prize', cell: (row) => row.heist_prize },
  { name: 'Winner', cell: (row) => row.username },
  {
    name: 'Status',
    cell: (row) => <Chip look={looks[row.status]}>{statusWord(row.status)}</Chip>,
    sort: 'status',
    isOnPhones: true,
  },
  numberColumn('Worth', (row) => row.prize),
  numberColumn('Ticket', (row) => row.ticket_paid),
  {
    name: 'Deliver to',
    cell: (row) => <span className="wrap-anywhere whitespace-pre-line">{row.address ?? '–'}</span>,
  },
  momentColumn('Placed', (row) => row.created_at, 'created_at'),
];

const filters = [searchFilter('Find an order'), choiceFilter('status', 'Status', Object.keys(looks))];

/** H8. A refund returns the price of the ticket. */
export function Page() {
  return (
    <OrdersList<AdminHeistOrder>
      resource="heist-orders"
      label="Heist orders"
      filters={filters}
      columns={columns}
      itemPath={(row) => recordPath('heist-order', row.id)}
      subLine={(row) =>
        `${row.order_id}, ${isolate(row.heist_prize)}, ${row.username} paid ${formatNumber(row.ticket_paid)} for the ticket, to ${row.address ?? '–'}`
      }
      itemOf={(row) => row.heist_name}
      moves={moves}
      refundOf={(row) => row.ticket_paid}
    />
  );
}
