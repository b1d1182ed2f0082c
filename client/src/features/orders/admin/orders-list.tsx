import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { AdminOrder } from '@copup/shared/cart.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { inCoins } from '../../../console/coin-words.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { ConfirmDialog } from '../../../console/confirm-dialog.tsx';
import { act, actOnce } from '../../../console/data-provider.ts';
import { choiceFilter, searchFilter } from '../../../console/filters.ts';
import { oneByOne } from '../../../console/one-by-one.ts';
import { isPending, waitsText } from '../../../console/pending.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import type { RowAction } from '../../../console/row-actions.tsx';
import { useCommand } from '../../../console/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip, type ChipLook } from '../../../ui/chip.tsx';

const looks: Record<AdminOrder['status'], ChipLook> = {
  processing: 'warn',
  shipped: 'ok',
  delivered: 'ok',
  refunded: 'plain',
};

const columns: Column<AdminOrder>[] = [
  { name: 'Item', cell: (row) => row.auction_name, isName: true },
  { name: 'Order', cell: (row) => row.order_id, sort: 'id', isNumber: true },
  { name: 'Winner', cell: (row) => row.username },
  {
    name: 'Status',
    cell: (row) => <Chip look={looks[row.status]}>{row.status}</Chip>,
    sort: 'status',
    isOnPhones: true,
  },
  numberColumn('Paid', (row) => row.price_paid),
  { name: 'Deliver to', cell: deliverTo },
  momentColumn('Placed', (row) => row.created_at, 'created_at'),
];

function deliverTo(order: AdminOrder): string {
  const account = [order.account_name, order.account_number].filter(Boolean).join(', ');
  return [order.address, account, order.contact_info].filter(Boolean).join(' · ') || '–';
}

const subLine = (row: AdminOrder) =>
  `${row.order_id}, ${row.username} paid ${formatNumber(row.price_paid)}, to ${deliverTo(row)}`;
const isShippable = ({ status }: AdminOrder) => status === 'processing';
const filters = [searchFilter('Find an order'), choiceFilter('status', 'Status', Object.keys(looks))];

type Shown =
  | { kind: 'nothing' }
  | { kind: 'refund'; order: AdminOrder }
  | { kind: 'ship'; orders: AdminOrder[] };

export function Page() {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const close = () => setShown({ kind: 'nothing' });
  const moving = useCommand(
    ({ id, move }: { id: number; move: 'ship' | 'deliver' }) => act<AdminOrder>('orders', id, move),
    { done: (order) => `Order ${order.order_id} is ${order.status}`, showsErrors: true },
  );
  const moveOf = (order: AdminOrder, move: 'ship' | 'deliver', name: string): RowAction => ({
    name,
    label: `${name} order ${order.order_id}`,
    isBusy: moving.isBusy && moving.input?.id === order.id,
    onPress: () => moving.run({ id: order.id, move }),
  });
  const actionsFor = (order: AdminOrder): RowAction[] => [
    ...(order.status === 'processing' ? [moveOf(order, 'ship', 'Ship')] : []),
    ...(order.status === 'shipped' ? [moveOf(order, 'deliver', 'Deliver')] : []),
    ...(order.status === 'refunded'
      ? []
      : [
          {
            name: 'Refund',
            label: `Refund order ${order.order_id}`,
            onPress: () => setShown({ kind: 'refund', order }),
          },
        ]),
  ];
  return (
    <>
      <RecordsList<AdminOrder>
        resource="orders"
        label="Orders"
        filters={filters}
        columns={columns}
        nameOf={(row) => `order ${row.order_id}, ${row.auction_name}`}
        subLine={subLine}
        isSelectable={isShippable}
        bulk={(orders) => (
          <Button look="ink" size="sm" onClick={() => setShown({ kind: 'ship', orders })}>
            Ship selected
          </Button>
        )}
        actions={actionsFor}
      />
      {shown.kind === 'ship' ? <ShipDialog orders={shown.orders} onClose={close} /> : null}
      {shown.kind === 'refund' ? <RefundForm order={shown.order} onClose={close} /> : null}
    </>
  );
}

function ShipDialog({ orders, onClose }: { orders: AdminOrder[]; onClose: () => void }) {
  const shipping = useCommand<undefined, number>(
    () =>
      oneByOne(
        orders,
        ({ id }) => act<AdminOrder>('orders', id, 'ship'),
        (order) => `Order ${order.order_id}`,
      ),
    { done: (count) => `${count} ${count === 1 ? 'order is' : 'orders are'} shipped`, onDone: onClose },
  );
  const what = orders.length === 1 ? 'one order' : `${orders.length} orders`;
  return (
    <ConfirmDialog
      title={`Ship ${what}?`}
      actionName={`Ship ${what}`}
      isBusy={shipping.isBusy}
      error={shipping.error}
      onConfirm={() => shipping.run(undefined)}
      onClose={onClose}
    >
      <ul className="max-h-52 list-disc overflow-y-auto pl-5">
        {orders.map((order) => (
          <li key={order.id}>
            {order.order_id}: {order.auction_name}, to {order.username}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** A10. */
function RefundForm({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const coins = inCoins(order.price_paid);
  return (
    <ReasonForm
      title={`Refund order ${order.order_id}`}
      actionName={`Refund ${coins} to ${order.username}`}
      onSubmit={async (reason) => {
        const reply = await actOnce<AdminOrder | ApprovalPending>(
          `refund:${order.id}`,
          'orders',
          order.id,
          'refund',
          { reason },
        );
        if (isPending(reply)) return waitsText(`Refunding order ${order.order_id}`);
        return `Order ${order.order_id} is refunded: ${coins} to ${order.username}`;
      }}
      onClose={onClose}
    >
      {order.username} gets {coins} back for {order.auction_name}, with the reason. This can’t be undone.
    </ReasonForm>
  );
}
