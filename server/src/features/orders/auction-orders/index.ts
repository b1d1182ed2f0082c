import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../../feature.ts';
import { describeNames } from '../../../subjects/describe-subjects.ts';
import { orderParts } from '../order-parts.ts';
import { orderDeletion } from './order-deletion.ts';
import { orderNames } from './orders.queries.ts';
import { orderAdmin, ordersRoutes } from './orders.routes.ts';

export const orders: Feature = {
  name: 'orders',
  build(deps) {
    const { routes, ...parts } = orderParts(deps, orderAdmin);
    return {
      ...parts,
      routes: [ordersRoutes(deps), ...routes],
      deletion: orderDeletion,
      describeSubjects: { order: describeNames(deps, orderNames, () => paths.orders) },
    };
  },
};
