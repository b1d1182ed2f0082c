import { formatNumber } from '@copup/shared/coins.ts';
import type { Transaction } from '@copup/shared/sends.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { formatDay } from './format-day.ts';
import { Amount } from './transaction-rows.tsx';

const columns: TableColumn<Transaction>[] = [
  {
    name: 'Sender',
    cell: ({ direction, sender_username }) =>
      direction === 'sent' ? 'You' : <Person username={sender_username} />,
  },
  {
    name: 'Recipient',
    cell: ({ direction, recipient_username }) =>
      direction === 'sent' ? <Person username={recipient_username} /> : 'You',
  },
  { name: 'Amount', isNumber: true, cell: (item) => <Amount item={item} /> },
  {
    name: 'Charge',
    isNumber: true,
    // The sender pays it.
    cell: ({ direction, charge }) => formatNumber(direction === 'sent' ? charge : 0),
  },
  {
    name: 'Date',
    isNumber: true,
    cell: ({ timestamp }) => formatDay(Date.parse(timestamp)),
  },
];

/** On desktops: a table. */
export function TransactionTable({ items }: { items: readonly Transaction[] }) {
  return (
    <DataTable
      title="Sent and received"
      columns={columns}
      rows={items}
      keyOf={({ id }) => id}
      emptyTitle="No transactions yet"
    />
  );
}

function Person({ username }: { username: string }) {
  return (
    <span className="flex items-center gap-2.5 font-semibold">
      <Avatar name={username} size={34} />
      <span className="truncate">@{username}</span>
    </span>
  );
}
