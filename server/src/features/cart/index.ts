import type { Feature } from '../../feature.ts';
import { cartRoutes } from './cart.routes.ts';
import { cartDeletion } from './cart-deletion.ts';

export const cart: Feature = {
  name: 'cart',
  build: (deps) => ({ routes: [cartRoutes(deps)], deletion: cartDeletion }),
};
