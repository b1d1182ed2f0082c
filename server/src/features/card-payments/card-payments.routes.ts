import { createHash, timingSafeEqual } from 'node:crypto';
import { cardPaymentsCalls, payWebhookCalls } from '@copup/shared/calls/card-payments.ts';
import { toNaira } from '@copup/shared/coins.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { applyEvent } from './apply-event.ts';
import { cardNotConfigured, paymentNotFound, wrongSignature } from './card-payments.errors.ts';
import { findOwnPayment } from './card-payments.queries.ts';
import { readEvent } from './provider-event.ts';
import { startPayment } from './start-payment.ts';

type CardPaymentDeps = Pick<Deps, 'config' | 'db' | 'log' | 'newId' | 'notices' | 'randomBytes' | 'settings'>;

/** Checkouts by card (W5, W15). Only the provider's signed webhook credits coins. */
export const cardPaymentsRoutes = (deps: CardPaymentDeps) => {
  const { cardPayments: provider } = deps.config;

  return routes(cardPaymentsCalls, {
    'GET /pay/options': () => ({
      is_configured: provider !== undefined,
      // The provider's keys contain it.
      is_test_mode: provider?.publicKey.includes('_TEST') ?? false,
    }),

    'POST /pay/start': ({ viewer, body }) => startPayment(deps, viewer, body.packageId),

    'GET /pay/:txRef': async ({ viewer, params }) => {
      const row = await findOwnPayment(deps.db, viewer.userId, params.txRef);
      if (!row) throw paymentNotFound();
      const { txRef, status, bidPoints, priceKobo } = row;
      return { tx_ref: txRef, status, bid_points: bidPoints, price: toNaira(priceKobo) };
    },
  });
};

/** The provider's events, whose signature is checked before a body is read. */
export const payWebhookRoutes =
  (deps: CardPaymentDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const { cardPayments: provider } = deps.config;
    app.addHook('onRequest', async ({ headers }) => {
      if (!provider) throw cardNotConfigured();
      if (!isSigned(provider.secretHash, headers['verif-hash'])) throw wrongSignature();
    });
    await app.register(
      routes(payWebhookCalls, {
        'POST /pay/webhook': async ({ body }) => {
          if (!provider) throw cardNotConfigured();
          return { message: await applyEvent(deps, provider, readEvent(body)) };
        },
      }),
    );
  };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares `verif-hash` in constant time (W15). The digests have one length, whatever was sent. */
function isSigned(secretHash: string, header: string | string[] | undefined): boolean {
  return timingSafeEqual(digest(secretHash), digest(typeof header === 'string' ? header : ''));
}
