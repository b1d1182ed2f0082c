import type { AdminOrder } from '@copup/shared/cart.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { capitalized } from '../../../console/capitalized.ts';
import { numberColumn } from '../../../console/columns.tsx';
import { showLagos } from '../../../console/local-time.ts';
import type { OrderKind } from '../../../console/orders/order-kind.ts';
import { OrderPage, OrdersList } from '../../../console/orders/order-pages.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';

function deliverTo(order: AdminOrder): string {
  const account = [order.account_name, order.account_number].filter(Boolean).join(', ');
  return [order.address, account, order.contact_info].filter(Boolean).join(' · ') || '–';
}

const sentWith = ({ carrier, tracking, bank_reference }: AdminOrder): string =>
  [carrier, tracking, bank_reference].filter(Boolean).join(', ') || '–';

/** A10: orders of items won in auctions. */
const orders: OrderKind<AdminOrder> = {
  kind: 'order',
  resource: 'orders',
  looks: { processing: 'warn', shipped: 'ok', delivered: 'ok', refunded: 'plain' },
  moves: {
    processing: { action: 'ship', name: 'Ship', done: 'shipped' },
    shipped: { action: 'deliver', name: 'Deliver', done: 'delivered' },
  },
  // A product is sent with a tracking number, cash with a reference of the bank.
  proofOf: ({ auction_category: category }) =>
    category === 'product' ? 'tracking' : category === 'cash' ? 'bank_reference' : null,
  refundOf: ({ price_paid }) => price_paid,
  itemOf: ({ auction_name }) => auction_name,
  itemColumn: 'Item',
  prizeOf: ({ auction_name }) => auction_name,
  columns: [
    numberColumn('Paid', (row) => row.price_paid),
    { name: 'Deliver to', cell: deliverTo },
    { name: 'Sent with', cell: sentWith },
  ],
  subLine: (row) => `${row.username} paid ${formatNumber(row.price_paid)}, to ${deliverTo(row)}`,
  picture: ({ auction_name: name, auction_category: category, image }) => (
    <ItemPicture item={{ name, category, image }} sizes="56px" className="size-14" />
  ),
  facts: factsOf,
};

export const Page = () => <OrdersList kind={orders} />;
export const ItemPage = () => <OrderPage kind={orders} />;

function factsOf(order: AdminOrder): [string, string | null][] {
  const moment = (iso: string | null) => (iso === null ? null : showLagos(iso, 0));
  const given: [string, string | null | undefined][] = [
    ['Address', order.address],
    ['Account name', order.account_name],
    ['Account number', order.account_number],
    ['Contact', order.contact_info],
  ];
  return [
    ['Item', order.auction_name],
    ['Category', capitalized(order.auction_category)],
    ['Paid', inCoins(order.price_paid)],
    ['Winner', order.username],
    ...given.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    ...(order.auction_category === 'cash'
      ? [['Bank reference', order.bank_reference] as [string, string | null]]
      : []),
    ['Carrier', order.carrier],
    ['Tracking number', order.tracking],
    ['Placed', moment(order.created_at)],
    ['Shipped', moment(order.shipped_at)],
    ['Delivered', moment(order.delivered_at)],
  ];
}
