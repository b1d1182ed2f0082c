import type { AdminOrder } from '@copup/shared/cart.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { choiceFilter, searchFilter } from '../../../console/filters.ts';
import { OrdersList } from '../../../console/orders-list.tsx';
import { RowPicture } from '../../../console/row-pictures.tsx';
import { statusWord } from '../../../console/status-word.ts';
import { Chip } from '../../../ui/chip.tsx';
import { looks, moves, proofOf } from './order-words.ts';

const columns: Column<AdminOrder>[] = [
  {
    name: 'Item',
    cell: (row) => row.auction_name,
    isName: true,
    picture: ({ auction_name, auction_category, image }) => (
      <RowPicture name={auction_name} category={auction_category} image={image} />
    ),
  },
  { name: 'Order', cell: (row) => row.order_id, sort: 'id', isNumber: true },
  { name: 'Winner', cell: (row) => row.username },
  {
    name: 'Status',
    cell: (row) => <Chip look={looks[row.status]}>{statusWord(row.status)}</Chip>,
    sort: 'status',
    isOnPhones: true,
  },
  numberColumn('Paid', (row) => row.price_paid),
  { name: 'Deliver to', cell: deliverTo },
  {
    name: 'Sent with',
    cell: (row) => [row.carrier, row.tracking, row.bank_reference].filter(Boolean).join(', ') || '–',
  },
  momentColumn('Placed', (row) => row.created_at, 'created_at'),
];

function deliverTo(order: AdminOrder): string {
  const account = [order.account_name, order.account_number].filter(Boolean).join(', ');
  return [order.address, account, order.contact_info].filter(Boolean).join(' · ') || '–';
}

const filters = [searchFilter('Find an order'), choiceFilter('status', 'Status', Object.keys(looks))];

export function Page() {
  return (
    <OrdersList<AdminOrder>
      resource="orders"
      label="Orders"
      filters={filters}
      columns={columns}
      itemPath={(row) => recordPath('order', row.id)}
      subLine={(row) =>
        `${row.order_id}, ${row.username} paid ${formatNumber(row.price_paid)}, to ${deliverTo(row)}`
      }
      itemOf={(row) => row.auction_name}
      moves={moves}
      proofOf={proofOf}
      refundOf={(row) => row.price_paid}
    />
  );
}
