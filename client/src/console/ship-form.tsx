import { isolate } from '@copup/shared/isolate.ts';
import { actOnce } from './data-provider.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextInput } from './inputs.tsx';
import { oneByOne } from './one-by-one.ts';

export interface Shippable {
  id: number;
  order_id: number;
  username: string;
  status: string;
  undo_until?: string | null;
  shipped_at?: string | null;
}

const carriers = ['GIG Logistics', 'Red Star Express', 'DHL', 'Kwik Delivery', 'Sendbox', 'NIPOST'];

interface ShipFormProps<Order extends Shippable> {
  resource: string;
  orders: readonly Order[];
  itemOf: (order: Order) => string;
  /** Whether the order is sent as a parcel, with a tracking number. */
  isParcel: (order: Order) => boolean;
  onClose: () => void;
}

/** A10: ships one or several orders. Each parcel has a tracking number of its own. */
export function ShipForm<Order extends Shippable>({
  resource,
  orders,
  itemOf,
  isParcel,
  onClose,
}: ShipFormProps<Order>) {
  const parcels = orders.filter(isParcel);
  const field = ({ id }: Shippable) => (orders.length === 1 ? 'tracking' : `tracking_${id}`);
  const validate = (values: Record<string, string>) => {
    const errors: Record<string, string> = {};
    if (parcels.length > 0 && !values.carrier?.trim()) errors.carrier = 'Enter the carrier.';
    for (const order of parcels)
      if (!values[field(order)]?.trim()) errors[field(order)] = 'Enter the tracking number.';
    return errors;
  };
  const ship = async (values: Record<string, string>): Promise<string> => {
    const send = (order: Order) =>
      actOnce(
        `ship:${resource}:${order.id}`,
        resource,
        order.id,
        'ship',
        isParcel(order) ? { carrier: values.carrier?.trim(), tracking: values[field(order)]?.trim() } : {},
      );
    const [only] = orders;
    if (only && orders.length === 1) await send(only);
    else await oneByOne(orders, send, (order) => `Order ${order.order_id}`);
    onClose();
    return only && orders.length === 1
      ? `Order ${only.order_id} is shipped. You can undo it for a minute.`
      : `${orders.length} orders are shipped. You can undo each for a minute.`;
  };
  const what = orders.length === 1 ? 'one order' : `${orders.length} orders`;
  const name = orders.length === 1 && orders[0] ? `order ${orders[0].order_id}` : what;
  return (
    <FormDialog<Record<string, string>>
      title={`Ship ${isolate(name)}`}
      onClose={onClose}
      defaultValues={{
        carrier: '',
        ...Object.fromEntries(parcels.map((order) => [field(order), ''])),
      }}
      validate={validate}
      onSubmit={ship}
      submitName={`Ship ${what}`}
    >
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm">
        {orders.map((order) => (
          <li key={order.id} className="wrap-anywhere">
            <span className="font-semibold">{itemOf(order)}</span> to {order.username}
          </li>
        ))}
      </ul>
      {parcels.length > 0 ? (
        <>
          <TextInput source="carrier" label="Carrier" required maxLength={60} list="carriers" />
          <datalist id="carriers">
            {carriers.map((carrier) => (
              <option key={carrier} value={carrier} />
            ))}
          </datalist>
          {parcels.map((order) => (
            <TextInput
              key={order.id}
              source={field(order)}
              label={orders.length === 1 ? 'Tracking number' : `Tracking number of order ${order.order_id}`}
              required
              maxLength={80}
            />
          ))}
        </>
      ) : null}
      <p className="text-sm text-ink-2">
        {orders.length === 1 ? 'The player is' : 'The players are'} told after a minute. Until then you can
        undo it.
      </p>
    </FormDialog>
  );
}
