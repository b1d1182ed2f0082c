import { isolate } from '@copup/shared/isolate.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { useMemo } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { Note } from '../../ui/note.tsx';
import { inWords, statusWord } from '../capitalized.ts';
import { type Column, momentColumn } from '../columns.tsx';
import { dangerLine } from '../danger-line.ts';
import { choiceFilter, type Filter, searchFilter } from '../filters.ts';
import { ItemCard, ItemFacts, ItemPage } from '../items/item-page.tsx';
import { type Command, CommandButton } from '../may-change.tsx';
import { RecordsList } from '../records-list.tsx';
import { RowPicture } from '../row-pictures.tsx';
import { holdText } from '../send-hold.ts';
import { useDialog } from '../use-dialog.ts';
import { type AnyOrder, firstMove, type OrderKind } from './order-kind.ts';
import { useOrderActions } from './use-order-actions.tsx';

const statusChip = <Row extends AnyOrder>({ looks }: OrderKind<Row>, { status }: Row) => (
  <Chip look={looks[status as Row['status']]}>{statusWord(status)}</Chip>
);

const columnsOf = <Row extends AnyOrder>(kind: OrderKind<Row>): Column<Row>[] => [
  {
    name: kind.itemColumn,
    cell: kind.itemOf,
    isName: true,
    picture: (row) => (
      <RowPicture name={kind.itemOf(row)} category={row.auction_category} image={row.image} />
    ),
  },
  { name: 'Order', cell: (row) => row.order_id, sort: 'id', isNumber: true },
  ...(kind.prizeColumns ?? []),
  { name: 'Winner', cell: (row) => <span className="wrap-anywhere">{row.username}</span> },
  {
    name: 'Status',
    cell: (row) => (
      <>
        {statusChip(kind, row)}
        {/* Why the order is not sent; phones have it in the sub-line. */}
        <p className="mt-1 hidden text-xs text-ink-2 lg:block">{holdText(row)}</p>
      </>
    ),
    sort: 'status',
    isOnPhones: true,
  },
  ...kind.columns,
  momentColumn('Placed', (row) => row.created_at, 'created_at'),
];

const filtersOf = <Row extends AnyOrder>({ looks }: OrderKind<Row>): Filter[] => [
  searchFilter('Find an order'),
  choiceFilter('status', 'Status', Object.keys(looks)),
];

/** A list of orders that operators move to the next status, or refund (A10, H8). */
export function OrdersList<Row extends AnyOrder>({ kind }: { kind: OrderKind<Row> }) {
  const [columns, filters] = useMemo(() => [columnsOf(kind), filtersOf(kind)] as const, [kind]);
  const [dialog, show] = useDialog();
  const { actionsFor, moveAll } = useOrderActions(kind, show);
  const [status, { name, action }] = firstMove(kind);
  return (
    <>
      <RecordsList<Row>
        resource={kind.resource}
        filters={filters}
        columns={columns}
        itemPath={(row) => recordPath(kind.kind, row.id)}
        subLine={(row) => [`${row.order_id}, ${kind.subLine(row)}`, holdText(row)].filter(Boolean).join('. ')}
        nameOf={(row) => `order ${row.order_id}, ${kind.itemOf(row)}`}
        isSelectable={(order) => order.status === status && !order.approval_id}
        bulk={(orders) => (
          <CommandButton
            command={`POST /admin/${kind.resource}/:id/${action}`}
            look="ink"
            size="sm"
            onClick={() => moveAll(orders)}
          >
            {name} selected
          </CommandButton>
        )}
        actions={actionsFor}
      />
      {dialog}
    </>
  );
}

/** One order, with what can be done and what happened (O1). */
export function OrderPage<Row extends AnyOrder>({ kind }: { kind: OrderKind<Row> }) {
  return (
    <ItemPage<Row>
      kind={kind.kind}
      resource={kind.resource}
      titleOf={({ order_id }) => `${inWords(kind.kind)} ${order_id}`}
      picture={kind.picture}
      status={(order) => statusChip(kind, order)}
      subLine={(order) => `${isolate(kind.prizeOf(order))}, won by ${order.username}`}
      main={(order) => (
        <ItemCard title="Order">
          <ItemFacts facts={kind.facts(order)} />
        </ItemCard>
      )}
      side={(order) => <OrderActions kind={kind} order={order} />}
    />
  );
}

/** The next status of an order, the undo of its shipment, and its refund. */
function OrderActions<Row extends AnyOrder>({ kind, order }: { kind: OrderKind<Row>; order: Row }) {
  const [dialog, show] = useDialog();
  const { actionsFor } = useOrderActions(kind, show);
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
          {actions.map(({ what, name, label, isBusy = false, opens, command, onPress }) => (
            <CommandButton
              key={what}
              command={command as Command}
              look={what === 'move' ? 'ink' : 'line'}
              busy={isBusy}
              aria-label={what === 'undo' ? label : undefined}
              className={what === 'refund' ? dangerLine : undefined}
              onClick={onPress}
            >
              {opens ? `${name}…` : name}
            </CommandButton>
          ))}
        </div>
      ) : (
        <p className="text-sm text-ink-2">Nothing is left to do.</p>
      )}
      {dialog}
    </ItemCard>
  );
}
