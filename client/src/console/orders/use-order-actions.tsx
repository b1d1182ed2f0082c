import type { ApprovalPending } from '@copup/shared/admin.ts';
import { useServerNow } from '../../realtime/index.ts';
import { act } from '../data-provider.ts';
import { isPending, waitsText } from '../pending.ts';
import type { RowAction } from '../row-actions.tsx';
import { useCommand } from '../use-command.ts';
import type { Show } from '../use-dialog.ts';
import { MoveDialog, RefundForm } from './order-dialogs.tsx';
import { type AnyOrder, moveFrom, type OrderKind } from './order-kind.ts';
import { ShipForm } from './ship-form.tsx';

export interface OrderAction extends RowAction {
  what: 'undo' | 'move' | 'refund';
  /** Whether it opens a dialog. */
  opens?: boolean;
}

interface OrderActions<Row> {
  /** The undo of a shipment, the next status, and the refund. */
  actionsFor: (order: Row) => OrderAction[];
  /** Opens the dialog that moves orders of the first status. */
  moveAll: (orders: readonly Row[]) => void;
}

/** What operators do with orders of a kind. `show` opens a dialog. */
export function useOrderActions<Row extends AnyOrder>(kind: OrderKind<Row>, show: Show): OrderActions<Row> {
  const { resource, proofOf } = kind;
  const MoveForm = proofOf ? ShipForm : MoveDialog;
  const moveAll = (orders: readonly Row[]) =>
    show((onClose) => <MoveForm kind={kind} orders={orders} onClose={onClose} />);
  const refund = (order: Row) =>
    show((onClose) => <RefundForm kind={kind} order={order} onClose={onClose} />);
  const moving = useCommand(
    ({ id, action }: { id: number; action: string }) => act<AnyOrder | ApprovalPending>(resource, id, action),
    {
      done: (reply) =>
        isPending(reply) ? waitsText('This order') : `Order ${reply.order_id} is ${reply.status}`,
      showsErrors: true,
    },
  );
  const undo = useUndoShipment(resource);
  const actionsFor = (order: Row): OrderAction[] => {
    const move = order.approval_id ? undefined : moveFrom(kind, order.status);
    const actions: OrderAction[] = undo.actionsFor(order).map((action) => ({ ...action, what: 'undo' }));
    if (move) {
      const opens = move.action === 'ship';
      actions.push({
        what: 'move',
        name: move.name,
        label: `${move.name} order ${order.order_id}`,
        opens,
        command: `POST /admin/${resource}/:id/${move.action}`,
        isBusy: moving.isBusy && moving.input?.id === order.id,
        onPress: () => (opens ? moveAll([order]) : moving.run({ id: order.id, action: move.action })),
      });
    }
    if (order.status === 'refunded') return actions;
    const label = `Refund order ${order.order_id}`;
    const command = `POST /admin/${resource}/:id/refund` as const;
    return [
      ...actions,
      { what: 'refund', name: 'Refund', label, opens: true, command, onPress: () => refund(order) },
    ];
  };
  return { actionsFor, moveAll };
}

/** Undoes a shipment of which the player was not notified yet. */
function useUndoShipment(resource: string): { actionsFor: (order: AnyOrder) => RowAction[] } {
  const nowMs = useServerNow();
  const undoing = useCommand(
    ({ id, shipped_at }: AnyOrder) => act<AnyOrder>(resource, id, 'undo-ship', { shipped_at }),
    { done: (order) => `Order ${order.order_id} is ${order.status} again`, showsErrors: true },
  );
  const actionsFor = (order: AnyOrder): RowAction[] => {
    const leftMs = order.undo_until ? Date.parse(order.undo_until) - nowMs : 0;
    if (leftMs <= 0) return [];
    return [
      {
        name: `Undo (${Math.ceil(leftMs / 1_000)} s)`,
        label: `Undo shipping order ${order.order_id}`,
        look: 'line',
        command: `POST /admin/${resource}/:id/undo-ship`,
        isBusy: undoing.isBusy && undoing.input?.id === order.id,
        onPress: () => undoing.run(order),
      },
    ];
  };
  return { actionsFor };
}
