import type { Feature } from '../../feature.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { orderDeletion } from './order-deletion.ts';
import { ordersAdminRoutes, ordersRoutes } from './orders.routes.ts';
import { refundApproved } from './refund-order.ts';

export const orders: Feature = {
  name: 'orders',
  build: (deps) => ({
    routes: [ordersRoutes(deps), ordersAdminRoutes(deps)],
    approvedActions: refundApproved(deps),
    deletion: orderDeletion,
    queues: {
      orders: readQueueOf(deps, { table: 'orders', statuses: ['processing'], time: 'created_at' }),
    },
  }),
};
