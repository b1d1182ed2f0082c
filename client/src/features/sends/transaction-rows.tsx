import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Transaction } from '@copup/shared/sends.ts';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { formatDay, formatDayAndTime, formatTime } from '../../lib/format-time.ts';
import { groupBy } from '../../lib/group-by.ts';
import { ShareReceipt } from '../../parts/share-receipt.tsx';
import { serverNow } from '../../realtime/index.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';

/** On phones: rows by day. */
export function TransactionRows({ items }: { items: readonly Transaction[] }) {
  const nowMs = serverNow();
  const days = groupBy(items, ({ timestamp }) => formatDay(Date.parse(timestamp), nowMs));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="font-sans text-sm font-semibold text-ink-2">{day}</h2>
      <Card>
        <ul className="divide-y divide-line">
          {ofDay.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      </Card>
    </section>
  ));
}

function Row({ item }: { item: Transaction }) {
  const isSent = item.direction === 'sent';
  const other = isSent ? item.recipient_username : item.sender_username;
  const Icon = isSent ? ArrowUpRight : ArrowDownLeft;
  return (
    <li className="flex min-h-17 items-center gap-3 px-3.5 py-2.5">
      <span className="relative shrink-0">
        <Avatar name={other} size={44} />
        <span className="absolute -right-1.5 -bottom-1 grid size-5.5 place-items-center rounded-full bg-surface shadow-1">
          <Icon size={14} aria-hidden className={isSent ? undefined : 'text-ok'} />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {isSent ? 'To' : 'From'} @{other}
        </span>
        <span className="block text-sm text-ink-2">{formatTime(Date.parse(item.timestamp))}</span>
      </span>
      <span className="text-right">
        <Amount item={item} />
        <span className="block text-xs text-ink-3">
          {isSent && item.charge > 0 ? `charge ${formatNumber(item.charge)}` : 'no charge'}
        </span>
        <Receipt item={item} />
      </span>
    </li>
  );
}

const Receipt = ({ item: { id, amount } }: { item: Transaction }) => (
  <ShareReceipt kind="send" id={id} of={inCoins(amount)} className="-mr-3.5" />
);

function Amount({ item: { direction, amount } }: { item: Transaction }) {
  const isSent = direction === 'sent';
  return (
    <b className={classNames('whitespace-nowrap', !isSent && 'text-ok')}>
      {isSent ? '−' : '+'}
      {inCoins(amount)}
    </b>
  );
}

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
    cell: ({ timestamp }) => formatDayAndTime(Date.parse(timestamp)),
  },
  { name: 'Receipt', cell: (item) => <Receipt item={item} /> },
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
