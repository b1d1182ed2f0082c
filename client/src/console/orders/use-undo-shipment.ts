import { useServerNow } from '../../realtime/index.ts';
import { act } from '../data-provider.ts';
import type { RowAction } from '../row-actions.tsx';
import { useCommand } from '../use-command.ts';
import type { AnyOrder } from './order-kind.ts';

/** Undoes a shipment of which the player was not notified yet. */
export function useUndoShipment(resource: string): { actionsFor: (order: AnyOrder) => RowAction[] } {
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
        isBusy: undoing.isBusy && undoing.input?.id === order.id,
        onPress: () => undoing.run(order),
      },
    ];
  };
  return { actionsFor };
}
