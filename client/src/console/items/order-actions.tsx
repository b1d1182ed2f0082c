import type { ApprovalPending } from '@copup/shared/admin.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { dangerLine } from '../danger-line.ts';
import { act } from '../data-provider.ts';
import { type AnyOrder, type Move, movedText, RefundForm } from '../orders-list.tsx';
import { holdText } from '../send-hold.ts';
import { type ProofOf, ShipForm } from '../ship-form.tsx';
import { useCommand } from '../use-command.ts';
import { useUndoShipment } from '../use-undo-shipment.ts';
import { ItemCard } from './item-page.tsx';

interface OrderActionsProps<Row extends AnyOrder> {
  resource: string;
  order: Row;
  itemOf: (order: Row) => string;
  moves: Readonly<Record<string, Move>>;
  refundOf: (order: Row) => number;
  /** For orders that are shipped. */
  proofOf?: ProofOf<Row>;
}

/** The next status of an order, the undo of its shipment, and its refund. */
export function OrderActions<Row extends AnyOrder>(props: OrderActionsProps<Row>) {
  const { resource, order, itemOf, moves, refundOf, proofOf } = props;
  const [shown, setShown] = useState<'ship' | 'refund' | null>(null);
  const close = () => setShown(null);
  const undo = useUndoShipment(resource);
  const moving = useCommand((action: string) => act<AnyOrder | ApprovalPending>(resource, order.id, action), {
    done: movedText,
    showsErrors: true,
  });
  const move = order.approval_id ? undefined : moves[order.status];
  const held = holdText(order);
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
            onClick={() => (move.action === 'ship' && proofOf ? setShown('ship') : moving.run(move.action))}
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
      {held ? <Note look="warn" title={held} /> : null}
      {buttons.length > 0 ? (
        <div className="flex flex-wrap gap-2.5">{buttons}</div>
      ) : (
        <p className="text-sm text-ink-2">Nothing is left to do.</p>
      )}
      {shown === 'ship' && proofOf ? (
        <ShipForm resource={resource} orders={[order]} itemOf={itemOf} proofOf={proofOf} onClose={close} />
      ) : null}
      {shown === 'refund' ? (
        <RefundForm resource={resource} order={order} amount={refundOf(order)} onClose={close} />
      ) : null}
    </ItemCard>
  );
}
