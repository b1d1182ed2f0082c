import { isolate } from '@copup/shared/isolate.ts';
import { Note } from '../ui/note.tsx';
import { actOnce } from './data-provider.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextInput } from './inputs.tsx';
import { oneByOne } from './one-by-one.ts';
import { isPending, waitsText } from './pending.ts';
import { type Held, holdText } from './send-hold.ts';

export interface Shippable extends Held {
  id: number;
  order_id: number;
  username: string;
  status: string;
  undo_until?: string | null;
  shipped_at?: string | null;
}

const words = {
  tracking: { name: 'Tracking number', error: 'Enter the tracking number.', maxLength: 80 },
  bank_reference: { name: 'Bank reference', error: 'Enter the reference of the bank.', maxLength: 64 },
} as const;
const carriers = ['GIG Logistics', 'Red Star Express', 'DHL', 'Kwik Delivery', 'Sendbox', 'NIPOST'];

/** What proves that an order was sent: a tracking number, a reference of the bank, or nothing. */
export type ProofOf<Order> = (order: Order) => 'tracking' | 'bank_reference' | null;

interface ShipFormProps<Order extends Shippable> {
  resource: string;
  orders: readonly Order[];
  itemOf: (order: Order) => string;
  proofOf: ProofOf<Order>;
  onClose: () => void;
}

type Values = Record<string, string>;

/** What is entered of each order that needs a proof. */
function proofsIn<Order extends Shippable>(orders: readonly Order[], proofOf: ProofOf<Order>) {
  return orders.flatMap((order) => {
    const proof = proofOf(order);
    if (proof === null) return [];
    const field = orders.length === 1 ? proof : `${proof}_${order.id}`;
    return [{ order, proof, field, ...words[proof] }];
  });
}
type Proof = ReturnType<typeof proofsIn>[number];

/** Returns the text of the notice. */
async function ship(
  resource: string,
  orders: readonly Shippable[],
  proven: readonly Proof[],
  values: Values,
) {
  let waiting = 0;
  const send = async (order: Shippable) => {
    const own = proven.find((each) => each.order === order);
    const reply = await actOnce<object>(`ship:${resource}:${order.id}`, resource, order.id, 'ship', {
      ...(own && { [own.proof]: values[own.field]?.trim() }),
      ...(own?.proof === 'tracking' && { carrier: values.carrier?.trim() }),
    });
    if (isPending(reply)) waiting += 1;
  };
  const [only] = orders;
  if (only && orders.length === 1) {
    await send(only);
    return waiting > 0
      ? waitsText(`Shipping order ${only.order_id}`)
      : `Order ${only.order_id} is shipped. You can undo it for a minute.`;
  }
  await oneByOne(orders, send, (order) => `Order ${order.order_id}`);
  return waiting > 0
    ? `${waiting} of ${waitsText(`${orders.length} orders`)}`
    : `${orders.length} orders are shipped. You can undo each for a minute.`;
}

/** A10: ships one or several orders. Each parcel has a tracking number of its own, each payment a reference of the bank. */
export function ShipForm<Order extends Shippable>({
  resource,
  orders,
  itemOf,
  proofOf,
  onClose,
}: ShipFormProps<Order>) {
  const proven = proofsIn(orders, proofOf);
  const hasParcels = proven.some(({ proof }) => proof === 'tracking');
  const validate = (values: Values) => {
    const errors: Values = {};
    if (hasParcels && !values.carrier?.trim()) errors.carrier = 'Enter the carrier.';
    for (const { field, error } of proven) if (!values[field]?.trim()) errors[field] = error;
    return errors;
  };
  const what = orders.length === 1 ? 'one order' : `${orders.length} orders`;
  const name = orders.length === 1 && orders[0] ? `order ${orders[0].order_id}` : what;
  return (
    <FormDialog<Values>
      title={`Ship ${isolate(name)}`}
      onClose={onClose}
      defaultValues={{ carrier: '', ...Object.fromEntries(proven.map(({ field }) => [field, ''])) }}
      validate={validate}
      onSubmit={async (values) => {
        const notice = await ship(resource, orders, proven, values);
        onClose();
        return notice;
      }}
      submitName={`Ship ${what}`}
    >
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm">
        {orders.map((order) => (
          <li key={order.id} className="wrap-anywhere">
            <span className="font-semibold">{itemOf(order)}</span> to {order.username}
          </li>
        ))}
      </ul>
      {orders.map((order) => {
        const held = holdText(order);
        const title = `Order ${order.order_id} is refused now. ${held}`;
        return held ? <Note key={order.id} look="warn" title={title} /> : null;
      })}
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
          label={orders.length === 1 ? label : `${label} of order ${order.order_id}`}
          required
          maxLength={maxLength}
        />
      ))}
      <p className="text-sm text-ink-2">
        {orders.length === 1 ? 'The player is' : 'The players are'} told after a minute. Until then you can
        undo it.
      </p>
    </FormDialog>
  );
}
