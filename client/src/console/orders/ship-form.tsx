import { isolate } from '@copup/shared/isolate.ts';
import { Note } from '../../ui/note.tsx';
import { actOnce } from '../data-provider.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextInput } from '../inputs.tsx';
import { oneByOne } from '../one-by-one.ts';
import { isPending, waitsText } from '../pending.ts';
import { holdText } from '../send-hold.ts';
import type { AnyOrder, OrderKind } from './order-kind.ts';

const words = {
  tracking: { name: 'Tracking number', error: 'Enter the tracking number.', maxLength: 80 },
  bank_reference: { name: 'Bank reference', error: 'Enter the reference of the bank.', maxLength: 64 },
} as const;
const carriers = ['GIG Logistics', 'Red Star Express', 'DHL', 'Kwik Delivery', 'Sendbox', 'NIPOST'];

type Values = Record<string, string>;

/** The proof of each order that needs one, with its field. */
function provenOf<Row extends AnyOrder>({ proofOf }: OrderKind<Row>, orders: readonly Row[]) {
  return orders.flatMap((order) => {
    const proof = proofOf?.(order);
    if (!proof) return [];
    const field = orders.length === 1 ? proof : `${proof}_${order.id}`;
    return [{ order, proof, field, ...words[proof] }];
  });
}
type Proven<Row extends AnyOrder> = ReturnType<typeof provenOf<Row>>;

/** Ships the orders, and returns the text of the notice. */
async function ship<Row extends AnyOrder>(
  { resource }: OrderKind<Row>,
  orders: readonly Row[],
  proven: Proven<Row>,
  values: Values,
): Promise<string> {
  let waiting = 0;
  const send = async (order: Row) => {
    const own = proven.find((each) => each.order === order);
    const reply = await actOnce<object>(`ship:${resource}:${order.id}`, resource, order.id, 'ship', {
      ...(own && { [own.proof]: values[own.field]?.trim() }),
      ...(own?.proof === 'tracking' && { carrier: values.carrier?.trim() }),
    });
    if (isPending(reply)) waiting += 1;
  };
  const only = orders.length === 1 ? orders[0] : undefined;
  if (only) await send(only);
  else await oneByOne(orders, send, (order) => `Order ${order.order_id}`);
  if (waiting > 0)
    return only
      ? waitsText(`Shipping order ${only.order_id}`)
      : `${waiting} of ${waitsText(`${orders.length} orders`)}`;
  return only
    ? `Order ${only.order_id} is shipped. You can undo it for a minute.`
    : `${orders.length} orders are shipped. You can undo each for a minute.`;
}

interface ShipFormProps<Row extends AnyOrder> {
  kind: OrderKind<Row>;
  orders: readonly Row[];
  onClose: () => void;
}

/** A10: ships one or several orders. Each parcel has a tracking number of its own, each payment a reference of the bank. */
export function ShipForm<Row extends AnyOrder>({ kind, orders, onClose }: ShipFormProps<Row>) {
  const proven = provenOf(kind, orders);
  const hasParcels = proven.some(({ proof }) => proof === 'tracking');
  const validate = (values: Values) => {
    const errors: Values = {};
    if (hasParcels && !values.carrier?.trim()) errors.carrier = 'Enter the carrier.';
    for (const { field, error } of proven) if (!values[field]?.trim()) errors[field] = error;
    return errors;
  };
  const isOne = orders.length === 1;
  const what = isOne ? 'one order' : `${orders.length} orders`;
  const name = isOne && orders[0] ? `order ${orders[0].order_id}` : what;
  return (
    <FormDialog<Values>
      title={`Ship ${isolate(name)}`}
      onClose={onClose}
      defaultValues={{ carrier: '', ...Object.fromEntries(proven.map(({ field }) => [field, ''])) }}
      validate={validate}
      onSubmit={(values) => ship(kind, orders, proven, values)}
      submitName={`Ship ${what}`}
    >
      <ShippedOrders kind={kind} orders={orders} />
      {hasParcels ? (
        <>
          <TextInput source="carrier" label="Carrier" required maxLength={60} list="carriers" />
          <datalist id="carriers">
            {carriers.map((carrier) => (
              <option key={carrier} value={carrier} />
            ))}
          </datalist>
        </>
      ) : null}
      {proven.map(({ order, field, name: label, maxLength }) => (
        <TextInput
          key={field}
          source={field}
          label={isOne ? label : `${label} of order ${order.order_id}`}
          required
          maxLength={maxLength}
        />
      ))}
      <p className="text-sm text-ink-2">
        {isOne ? 'The player is' : 'The players are'} notified after a minute. Until then you can undo it.
      </p>
    </FormDialog>
  );
}

function ShippedOrders<Row extends AnyOrder>({ kind, orders }: Omit<ShipFormProps<Row>, 'onClose'>) {
  return (
    <>
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm">
        {orders.map((order) => (
          <li key={order.id} className="wrap-anywhere">
            <span className="font-semibold">{kind.itemOf(order)}</span> to {order.username}
          </li>
        ))}
      </ul>
      {orders.map((order) => {
        const held = holdText(order);
        const title = `Order ${order.order_id} cannot be shipped now. ${held}`;
        return held ? <Note key={order.id} look="warn" title={title} /> : null;
      })}
    </>
  );
}
