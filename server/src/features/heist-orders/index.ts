import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { deliveryApproved } from '../../orders/decide-order.ts';
import { orderTimeline } from '../../orders/order-timeline.ts';
import { refundApproved } from '../../orders/refund-order.ts';
import { refundOutlook } from '../../orders/refund-outlook.ts';
import { searchOrders } from '../../orders/search-orders.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { heistOrderDeletion } from './heist-order-deletion.ts';
import { heistOrderKind } from './heist-order-kind.ts';
import { heistOrderList, heistOrderNames } from './heist-orders.queries.ts';
import { heistOrdersAdminRoutes, heistOrdersRoutes } from './heist-orders.routes.ts';

/** The cart of prizes won in heists, and their orders (H8). */
export const heistOrders: Feature = {
  name: 'heist-orders',
  build: (deps) => ({
    routes: [heistOrdersRoutes(deps), heistOrdersAdminRoutes(deps)],
    approvedActions: { ...refundApproved(deps, heistOrderKind), ...deliveryApproved(deps, heistOrderKind) },
    outlooks: { 'heist-order.refund': refundOutlook(heistOrderKind) },
    timelines: {
      [heistOrderKind.name]: orderTimeline(heistOrderKind, {
        kind: 'heist',
        label: 'Heist',
        idOf: ({ heistId }) => heistId,
      }),
    },
    deletion: heistOrderDeletion,
    describeSubjects: {
      [heistOrderKind.name]: describeNames(deps, heistOrderNames, () => paths.heistOrders),
    },
    searches: { [heistOrderKind.name]: searchOrders(deps, heistOrderList) },
    queues: {
      'heist-orders': readQueueOf(deps, {
        table: 'heist_orders',
        statuses: ['pending', 'approved'],
        time: 'created_at',
        oldest: {
          name: 'u.full_name',
          item: 'h.prize_name',
          joins: 'JOIN users u ON u.id = t.user_id JOIN heists h ON h.id = t.heist_id',
        },
      }),
    },
  }),
};
