import type { Feature } from '../../../feature.ts';
import { cartDeletion } from './cart.queries.ts';
import { cartRoutes } from './cart.routes.ts';

export const cart: Feature = {
  name: 'cart',
  build: (deps) => ({ routes: [cartRoutes(deps)], deletion: cartDeletion }),
};
