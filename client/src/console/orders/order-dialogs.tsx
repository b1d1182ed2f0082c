import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { CommandDialog } from '../command-dialog.tsx';
import { act, actOnce } from '../data-provider.ts';
import { ConsequenceList } from '../items/consequence-list.tsx';
import { useConsequences } from '../items/use-consequences.ts';
import { oneByOne } from '../one-by-one.ts';
import { isPending, waitsText } from '../pending.ts';
import { ReasonForm } from '../reason-form.tsx';
import { type AnyOrder, firstMove, type OrderKind } from './order-kind.ts';

interface MoveDialogProps<Row extends AnyOrder> {
  kind: OrderKind<Row>;
  orders: readonly Row[];
  onClose: () => void;
}

/** Moves orders of the first status to the next one. */
export function MoveDialog<Row extends AnyOrder>({ kind, orders, onClose }: MoveDialogProps<Row>) {
  const { resource, itemOf } = kind;
  const [, move] = firstMove(kind);
  const what = orders.length === 1 ? 'one order' : `${orders.length} orders`;
  return (
    <CommandDialog
      title={`${move.name} ${what}?`}
      actionName={`${move.name} ${what}`}
      send={() =>
        oneByOne(
          orders,
          ({ id }) => act<Row>(resource, id, move.action),
          (order) => `Order ${order.order_id}`,
        )
      }
      done={(count) => `${count} ${count === 1 ? 'order is' : 'orders are'} ${move.done}`}
      onClose={onClose}
    >
      <ul className="max-h-52 list-disc overflow-y-auto pl-5">
        {orders.map((order) => (
          <li key={order.id}>
            {order.order_id}: {isolate(itemOf(order))}, to {order.username}
          </li>
        ))}
      </ul>
    </CommandDialog>
  );
}

interface RefundFormProps<Row extends AnyOrder> {
  kind: OrderKind<Row>;
  order: Row;
  onClose: () => void;
}

/** Refunds an order once (A10, H8). */
export function RefundForm<Row extends AnyOrder>({ kind, order, onClose }: RefundFormProps<Row>) {
  const { resource } = kind;
  const { id, order_id: number, username } = order;
  const consequences = useConsequences(`${kind.kind}.refund`, id);
  const coins = inCoins(kind.refundOf(order));
  const refund = async (reason: string) => {
    const intent = `refund:${resource}:${id}`;
    const reply = await actOnce<Row | ApprovalPending>(intent, resource, id, 'refund', { reason });
    if (isPending(reply)) return waitsText(`Refunding order ${number}`);
    return `Order ${number} is refunded: ${coins} to ${username}`;
  };
  return (
    <ReasonForm
      title={`Refund order ${number}`}
      actionName={`Refund ${coins} to ${username}`}
      onSubmit={refund}
      onClose={onClose}
    >
      <ConsequenceList consequences={consequences} />
    </ReasonForm>
  );
}
