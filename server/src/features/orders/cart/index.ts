import { cartCalls } from '@copup/shared/calls/cart.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import { paged } from '../../../paged.ts';
import { routes } from '../../../routes.ts';
import { cartDeletion, listCart } from './cart.queries.ts';
import { checkOutCart } from './check-out.ts';

/** The signed-in user's own cart; no other user's cart can be addressed. */
const cartRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(cartCalls, {
    'GET /cart': async ({ viewer, query }, reply) =>
      paged(reply, await listCart(deps.db, viewer.userId, query)).map(
        ({ auctionId, image, priceKobo, pricePaid, wonAt, ...item }) => ({
          ...item,
          auction_id: auctionId,
          image: imageUrl(image),
          price: priceKobo / KOBO_PER_NAIRA,
          price_paid: pricePaid,
          won_at: wonAt.toISOString(),
        }),
      ),

    'POST /cart/checkout': ({ viewer, key, body }) => checkOutCart(deps, { viewer, key, details: body }),
  });

export const cart: Feature = {
  name: 'cart',
  build: (deps) => ({ routes: [cartRoutes(deps)], deletion: cartDeletion }),
};
