import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { AdminHeistOrder } from '@copup/shared/heist-orders.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { numberColumn } from '../../../console/columns.tsx';
import { showLagos } from '../../../console/local-time.ts';
import type { OrderKind } from '../../../console/orders/order-kind.ts';
import { OrderPage, OrdersList } from '../../../console/orders/order-pages.tsx';

/** H8: orders of prizes won in heists. A refund returns the price of the ticket. */
const heistOrders: OrderKind<AdminHeistOrder> = {
  kind: 'heist-order',
  resource: 'heist-orders',
  looks: { pending: 'warn', approved: 'ok', delivered: 'ok', refunded: 'plain' },
  moves: {
    pending: { action: 'approve', name: 'Approve', done: 'approved' },
    approved: { action: 'deliver', name: 'Deliver', done: 'delivered' },
  },
  refundOf: ({ ticket_paid }) => ticket_paid,
  itemOf: ({ heist_name }) => heist_name,
  itemColumn: 'Heist',
  prizeOf: ({ heist_prize }) => heist_prize,
  prizeColumns: [{ name: 'Prize', cell: (row) => row.heist_prize }],
  columns: [
    numberColumn('Worth', (row) => row.prize),
    { ...numberColumn<AdminHeistOrder>('Ticket', (row) => row.ticket_paid), isMinor: true },
    {
      name: 'Deliver to',
      cell: (row) => <span className="wrap-anywhere whitespace-pre-line">{row.address ?? '–'}</span>,
    },
  ],
  subLine: (row) =>
    `${isolate(row.heist_prize)}, ${row.username} paid ${formatNumber(row.ticket_paid)} for the ticket, to ${row.address ?? '–'}`,
  facts: (order) => [
    ['Heist', order.heist_name],
    ['Prize', `${isolate(order.heist_prize)}, ${inCoins(order.prize)}`],
    ['Paid for the ticket', inCoins(order.ticket_paid)],
    ['Winner', order.username],
    ['Deliver to', order.address],
    ['Placed', showLagos(order.created_at, 0)],
    ['Changed', showLagos(order.updated_at, 0)],
  ],
};

export const Page = () => <OrdersList kind={heistOrders} />;
export const ItemPage = () => <OrderPage kind={heistOrders} />;
