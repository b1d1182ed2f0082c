import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { orderTimeline } from '../../orders/order-timeline.ts';
import { refundApproved } from '../../orders/refund-order.ts';
import { refundOutlook } from '../../orders/refund-outlook.ts';
import { searchOrders } from '../../orders/search-orders.ts';
import { shipmentApproved, shipmentJobs } from '../../orders/ship-order.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { orderDeletion } from './order-deletion.ts';
import { orderKind } from './order-kind.ts';
import { orderList, orderNames } from './orders.queries.ts';
import { ordersAdminRoutes, ordersRoutes } from './orders.routes.ts';

export const orders: Feature = {
  name: 'orders',
  build: (deps) => ({
    routes: [ordersRoutes(deps), ordersAdminRoutes(deps)],
    jobs: shipmentJobs(deps, orderKind),
    approvedActions: { ...refundApproved(deps, orderKind), ...shipmentApproved(orderKind) },
    outlooks: { 'order.refund': refundOutlook(orderKind) },
    timelines: {
      order: orderTimeline(orderKind, {
        kind: 'auction',
        label: 'Auction',
        idOf: ({ auctionId }) => auctionId,
      }),
    },
    deletion: orderDeletion,
    describeSubjects: { order: describeNames(deps, orderNames, () => paths.orders) },
    searches: { order: searchOrders(deps, orderList) },
    queues: {
      orders: readQueueOf(deps, {
        table: 'orders',
        statuses: ['processing'],
        time: 'created_at',
        oldest: {
          name: 'u.full_name',
          item: 'a.name',
          joins: 'JOIN users u ON u.id = t.user_id JOIN auctions a ON a.id = t.auction_id',
        },
      }),
    },
  }),
};
