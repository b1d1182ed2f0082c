import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { RaRecord } from 'ra-core';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { Column } from './columns.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { act, actOnce } from './data-provider.ts';
import { ConsequenceList } from './items/consequence-list.tsx';
import { useConsequences } from './items/use-consequences.ts';
import { oneByOne } from './one-by-one.ts';
import { isPending, waitsText } from './pending.ts';
import { ReasonForm } from './reason-form.tsx';
import { RecordsList, type RecordsListProps } from './records-list.tsx';
import type { RowAction } from './row-actions.tsx';
import { holdText } from './send-hold.ts';
import { type ProofOf, ShipForm, type Shippable } from './ship-form.tsx';
import { useCommand } from './use-command.ts';
import { useUndoShipment } from './use-undo-shipment.ts';

export interface AnyOrder extends RaRecord, Shippable {
  id: number;
}

/** An action that sets the next status. */
export interface Move {
  /** The name in the URL. */
  action: string;
  name: string;
  /** Past participle, for the notice. */
  done: string;
}

interface OrdersListProps<Row extends AnyOrder>
  extends Pick<RecordsListProps<Row>, 'resource' | 'label' | 'filters' | 'columns' | 'itemPath' | 'subLine'> {
  itemOf: (order: Row) => string;
  /** By status. Those of the first status can be made for several orders at once. */
  moves: Readonly<Record<string, Move>>;
  /** Coins that a refund returns. */
  refundOf: (order: Row) => number;
  /** For orders that are shipped. */
  proofOf?: ProofOf<Row>;
}

type Shown<Row> = { kind: 'nothing' } | { kind: 'refund'; order: Row } | { kind: 'move'; orders: Row[] };

/** A list of orders that operators move to the next status, or refund (A10, H8). */
export function OrdersList<Row extends AnyOrder>(props: OrdersListProps<Row>) {
  const { itemOf, moves, refundOf, proofOf, columns, subLine, ...list } = props;
  const { resource } = list;
  const [shown, setShown] = useState<Shown<Row>>({ kind: 'nothing' });
  const [first] = Object.entries(moves);
  const moving = useCommand(
    ({ id, action }: { id: number; action: string }) => act<AnyOrder | ApprovalPending>(resource, id, action),
    { done: movedText, showsErrors: true },
  );
  const undo = useUndoShipment(resource);
  const actionsFor = (order: Row): RowAction[] => {
    const move = order.approval_id ? undefined : moves[order.status];
    const next: RowAction[] = move
      ? [
          {
            name: move.name,
            label: `${move.name} order ${order.order_id}`,
            isBusy: moving.isBusy && moving.input?.id === order.id,
            onPress: () =>
              proofOf && move === first?.[1]
                ? setShown({ kind: 'move', orders: [order] })
                : moving.run({ id: order.id, action: move.action }),
          },
        ]
      : [];
    next.unshift(...undo.actionsFor(order));
    if (order.status === 'refunded') return next;
    const onPress = () => setShown({ kind: 'refund', order });
    return [...next, { name: 'Refund', label: `Refund order ${order.order_id}`, onPress }];
  };
  return (
    <>
      <RecordsList<Row>
        {...list}
        columns={columns.map(withHold)}
        subLine={(row) => [subLine(row), holdText(row)].filter(Boolean).join('. ')}
        nameOf={(row) => `order ${row.order_id}, ${itemOf(row)}`}
        isSelectable={({ status, approval_id }) => status === first?.[0] && !approval_id}
        bulk={(orders) => (
          <Button look="ink" size="sm" onClick={() => setShown({ kind: 'move', orders })}>
            {first?.[1].name} selected
          </Button>
        )}
        actions={actionsFor}
      />
      <OrderDialog {...props} shown={shown} onClose={() => setShown({ kind: 'nothing' })} />
    </>
  );
}

interface OrderDialogProps<Row extends AnyOrder> extends OrdersListProps<Row> {
  shown: Shown<Row>;
  onClose: () => void;
}

function OrderDialog<Row extends AnyOrder>(props: OrderDialogProps<Row>) {
  const { resource, itemOf, moves, refundOf, proofOf, shown, onClose } = props;
  const [first] = Object.values(moves);
  if (shown.kind === 'refund')
    return (
      <RefundForm resource={resource} order={shown.order} amount={refundOf(shown.order)} onClose={onClose} />
    );
  if (shown.kind === 'nothing' || !first) return null;
  const dialog = { resource, itemOf, orders: shown.orders, onClose };
  return proofOf ? <ShipForm {...dialog} proofOf={proofOf} /> : <MoveDialog {...dialog} move={first} />;
}

/** The notice after an order was moved, or when that waits for a second operator. */
export const movedText = (reply: AnyOrder | ApprovalPending): string =>
  isPending(reply) ? waitsText('This order') : `Order ${reply.order_id} is ${reply.status}`;

/** Below the status, why the order is not sent; phones have it in the sub-line. */
const withHold = <Row extends AnyOrder>(column: Column<Row>): Column<Row> =>
  column.sort === 'status'
    ? {
        ...column,
        cell: (row) => (
          <>
            {column.cell(row)}
            <p className="mt-1 hidden text-xs text-ink-2 lg:block">{holdText(row)}</p>
          </>
        ),
      }
    : column;

interface MoveDialogProps<Row> {
  resource: string;
  itemOf: (order: Row) => string;
  orders: Row[];
  move: Move;
  onClose: () => void;
}

function MoveDialog<Row extends AnyOrder>({ resource, itemOf, orders, move, onClose }: MoveDialogProps<Row>) {
  const moving = useCommand<undefined, number>(
    () =>
      oneByOne(
        orders,
        ({ id }) => act<Row>(resource, id, move.action),
        (order) => `Order ${order.order_id}`,
      ),
    {
      done: (count) => `${count} ${count === 1 ? 'order is' : 'orders are'} ${move.done}`,
      onDone: onClose,
    },
  );
  const what = orders.length === 1 ? 'one order' : `${orders.length} orders`;
  return (
    <ConfirmDialog
      title={`${move.name} ${what}?`}
      actionName={`${move.name} ${what}`}
      isBusy={moving.isBusy}
      error={moving.error}
      onConfirm={() => moving.run(undefined)}
      onClose={onClose}
    >
      <ul className="max-h-52 list-disc overflow-y-auto pl-5">
        {orders.map((order) => (
          <li key={order.id}>
            {order.order_id}: {isolate(itemOf(order))}, to {order.username}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

interface RefundFormProps {
  resource: string;
  order: AnyOrder;
  amount: number;
  onClose: () => void;
}

/** Refunds an order once (A10, H8). */
export function RefundForm({ resource, order, amount, onClose }: RefundFormProps) {
  const consequences = useConsequences(`${resource.replace(/s$/, '')}.refund`, order.id);
  const coins = inCoins(amount);
  return (
    <ReasonForm
      title={`Refund order ${order.order_id}`}
      actionName={`Refund ${coins} to ${order.username}`}
      onSubmit={async (reason) => {
        const reply = await actOnce<AnyOrder | ApprovalPending>(
          `refund:${resource}:${order.id}`,
          resource,
          order.id,
          'refund',
          { reason },
        );
        if (isPending(reply)) return waitsText(`Refunding order ${order.order_id}`);
        return `Order ${order.order_id} is refunded: ${coins} to ${order.username}`;
      }}
      onClose={onClose}
    >
      <ConsequenceList consequences={consequences} />
    </ReasonForm>
  );
}
