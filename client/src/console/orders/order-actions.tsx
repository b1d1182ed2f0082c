import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { dangerLine } from '../danger-line.ts';
import { ItemCard } from '../items/item-page.tsx';
import { holdText } from '../send-hold.ts';
import type { AnyOrder, OrderKind } from './order-kind.ts';
import { useOrderActions } from './use-order-actions.tsx';

/** The next status of an order, the undo of its shipment, and its refund. */
export function OrderActions<Row extends AnyOrder>({ kind, order }: { kind: OrderKind<Row>; order: Row }) {
  const { actionsFor, dialog } = useOrderActions(kind);
  const actions = actionsFor(order);
  const held = holdText(order);
  return (
    <ItemCard title="Actions">
      {actions.some(({ what }) => what === 'undo') ? (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {order.username} is notified when the minute is over. Until then the shipment can be undone.
        </p>
      ) : null}
      {held ? <Note look="warn" title={held} /> : null}
      {actions.length > 0 ? (
        <div className="flex flex-wrap gap-2.5">
          {actions.map(({ what, name, label, isBusy = false, opens, onPress }) => (
            <Button
              key={what}
              look={what === 'move' ? 'ink' : 'line'}
              busy={isBusy}
              aria-label={what === 'undo' ? label : undefined}
              className={what === 'refund' ? dangerLine : undefined}
              onClick={onPress}
            >
              {opens ? `${name}…` : name}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-sm text-ink-2">Nothing is left to do.</p>
      )}
      {dialog}
    </ItemCard>
  );
}
