import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../../feature.ts';
import { describeNames } from '../../../subjects/describe-subjects.ts';
import { orderParts } from '../order-parts.ts';
import { heistOrderDeletion } from './heist-order-deletion.ts';
import { heistOrderNames } from './heist-orders.queries.ts';
import { heistOrderAdmin, heistOrdersRoutes } from './heist-orders.routes.ts';

/** The cart of prizes won in heists, and their orders (H8). */
export const heistOrders: Feature = {
  name: 'heist-orders',
  build(deps) {
    const { routes, ...parts } = orderParts(deps, heistOrderAdmin);
    return {
      ...parts,
      routes: [heistOrdersRoutes(deps), ...routes],
      deletion: heistOrderDeletion,
      describeSubjects: { 'heist-order': describeNames(deps, heistOrderNames, () => paths.heistOrders) },
    };
  },
};
