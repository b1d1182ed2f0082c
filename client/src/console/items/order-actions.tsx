import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dangerLine } from '../danger-line.ts';
import { act } from '../data-provider.ts';
import { type AnyOrder, type Move, RefundForm } from '../orders-list.tsx';
import { ShipForm } from '../ship-form.tsx';
import { useCommand } from '../use-command.ts';
import { useUndoShipment } from '../use-undo-shipment.ts';
import { ItemCard } from './item-page.tsx';

interface OrderActionsProps<Row extends AnyOrder> {
  kind: string;
  resource: string;
  order: Row;
  itemOf: (order: Row) => string;
  moves: Readonly<Record<string, Move>>;
  refundOf: (order: Row) => number;
  /** For orders that are shipped. */
  isParcel?: (order: Row) => boolean;
}

/** The next status of an order, the undo of its shipment, and its refund. */
export function OrderActions<Row extends AnyOrder>(props: OrderActionsProps<Row>) {
  const { kind, resource, order, itemOf, moves, refundOf, isParcel } = props;
  const [shown, setShown] = useState<'ship' | 'refund' | null>(null);
  const close = () => setShown(null);
  const undo = useUndoShipment(resource);
  const moving = useCommand((action: string) => act<AnyOrder>(resource, order.id, action), {
    done: (moved) => `Order ${moved.order_id} is ${moved.status}`,
    showsErrors: true,
  });
  const move = moves[order.status];
  const undos = undo.actionsFor(order);
  const buttons: ReactNode[] = [
    ...undos.map(({ name, label, isBusy = false, onPress }) => (
      <Button key="undo" look="line" busy={isBusy} aria-label={label} onClick={onPress}>
        {name}
      </Button>
    )),
    ...(move
      ? [
          <Button
            key={move.action}
            look="ink"
            busy={moving.isBusy}
            onClick={() => (move.action === 'ship' && isParcel ? setShown('ship') : moving.run(move.action))}
          >
            {move.name}
            {move.action === 'ship' ? '…' : ''}
          </Button>,
        ]
      : []),
    ...(order.status === 'refunded'
      ? []
      : [
          <Button key="refund" look="line" className={dangerLine} onClick={() => setShown('refund')}>
            Refund…
          </Button>,
        ]),
  ];
  return (
    <ItemCard title="Actions">
      {undos.length > 0 ? (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {order.username} is told when the minute is over. Until then the shipment can be undone.
        </p>
      ) : null}
      {buttons.length > 0 ? (
        <div className="flex flex-wrap gap-2.5">{buttons}</div>
      ) : (
        <p className="text-sm text-ink-2">Nothing is left to do.</p>
      )}
      {shown === 'ship' && isParcel ? (
        <ShipForm resource={resource} orders={[order]} itemOf={itemOf} isParcel={isParcel} onClose={close} />
      ) : null}
      {shown === 'refund' ? (
        <RefundForm kind={kind} resource={resource} order={order} amount={refundOf(order)} onClose={close} />
      ) : null}
    </ItemCard>
  );
}
