import { CartItem, CheckoutBody, CheckoutReply } from '@copup/shared/cart.ts';
import { imageUrl } from '@copup/shared/images.ts';
import { CursorQuery, IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { listCart } from './cart.queries.ts';
import { checkOutCart } from './check-out.ts';

const tags = ['cart'];

/** The signed-in user's own cart; no other user's cart can be addressed. */
export const cartRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/cart',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Won items without an order, newest first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(CartItem) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listCart(deps.db, viewer.userId, query)).map(({ auctionId, image, ...item }) => ({
          ...item,
          auction_id: auctionId,
          image: imageUrl(image),
        })),
    );

    app.post(
      '/cart/checkout',
      {
        config: { access: 'player', limit: 'checkout', errors: ['CART_EMPTY'] },
        schema: {
          tags,
          summary: 'Orders everything in the cart (A10)',
          headers: IdempotencyHeaders,
          body: CheckoutBody,
          response: { 200: CheckoutReply },
        },
      },
      ({ viewer, headers, body }) =>
        checkOutCart(deps, { viewer, key: headers['idempotency-key'], details: body }),
    );
  };
