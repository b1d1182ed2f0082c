import { ordersAdminCalls } from '@copup/shared/calls/orders.ts';
import { worthOfNaira } from '../../../subjects/publish-subject.ts';
import type { OrderKind, Shipments } from '../order-kind.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';

/** Orders of items won in auctions (A10). The price is paid from `available`. */
export const orderKind: OrderKind<OrderRow> & { shipment: Shipments<OrderRow> } = {
  name: 'order',
  plural: 'orders',
  table: 'orders',
  calls: ordersAdminCalls,
  moves: {
    deliver: { to: 'delivered', from: 'shipped' },
  },
  find: findOrder,
  wonBy: ({ auctionId }) => ({ kind: 'auction', id: String(auctionId) }),
  paidBy: ({ pricePaid }) => ({ available: pricePaid, bonus: 0 }),
  worth: ({ priceKobo }) => worthOfNaira(priceKobo),
  shipment: {
    job: 'order-shipped',
    // Cash and coupons are sent without a parcel.
    needsParcel: ({ auctionCategory }) => auctionCategory === 'product',
    needsReference: ({ auctionCategory }) => auctionCategory === 'cash',
    parcelOf: ({ carrier, tracking, bankReference, shippedAt, noticeAt }) => ({
      carrier,
      tracking,
      bankReference,
      shippedAt,
      noticeAt,
    }),
  },
};
