import { createHash, timingSafeEqual } from 'node:crypto';
import { toNaira } from '@copup/shared/coins.ts';
import {
  CardPaymentState,
  PayOptions,
  PayParams,
  PayStartBody,
  PayStartReply,
  PayWebhookBody,
} from '@copup/shared/shop.ts';
import { Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { applyEvent } from './apply-event.ts';
import { cardNotConfigured, paymentNotFound, wrongSignature } from './card-payments.errors.ts';
import { findOwnPayment } from './card-payments.queries.ts';
import { readEvent } from './provider-event.ts';
import { startPayment } from './start-payment.ts';

const tags = ['card payments'];

/** Checkouts by card (W5, W15). Only the provider's signed webhook credits coins. */
export const cardPaymentsRoutes =
  (
    deps: Pick<Deps, 'config' | 'db' | 'log' | 'newId' | 'notices' | 'randomBytes' | 'settings'>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const { cardPayments: provider } = deps.config;

    app.get(
      '/pay/options',
      {
        config: { access: 'public', limit: 'read' },
        schema: { tags, summary: 'Whether card payments are configured', response: { 200: PayOptions } },
      },
      () => ({
        is_configured: provider !== undefined,
        // The provider's keys contain it.
        is_test_mode: provider?.publicKey.includes('_TEST') ?? false,
      }),
    );

    app.post(
      '/pay/start',
      {
        config: { access: 'user', limit: 'payment', errors: ['CARD_NOT_CONFIGURED', 'PACKAGE_NOT_FOUND'] },
        schema: {
          tags,
          summary:
            "Starts a checkout of a package; the reply is for the provider's script. Nothing is charged",
          body: PayStartBody,
          response: { 200: PayStartReply },
        },
      },
      ({ viewer, body }) => startPayment(deps, viewer, body.packageId),
    );

    app.get(
      '/pay/:txRef',
      {
        config: { access: 'user', limit: 'read', errors: ['PAYMENT_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'The state of an own checkout',
          params: PayParams,
          response: { 200: CardPaymentState },
        },
      },
      async ({ viewer, params }) => {
        const row = await findOwnPayment(deps.db, viewer.userId, params.txRef);
        if (!row) throw paymentNotFound();
        const { txRef, status, bidPoints, priceKobo } = row;
        return { tx_ref: txRef, status, bid_points: bidPoints, price: toNaira(priceKobo) };
      },
    );

    app.post(
      '/pay/webhook',
      {
        config: { access: 'public', limit: 'webhook', errors: ['CARD_NOT_CONFIGURED', 'WRONG_SIGNATURE'] },
        // Before the body is read.
        onRequest: async ({ headers }) => {
          if (!provider) throw cardNotConfigured();
          if (!isSigned(provider.secretHash, headers['verif-hash'])) throw wrongSignature();
        },
        schema: {
          tags,
          summary:
            "The card provider's events, signed with the header verif-hash; repeated events change nothing",
          body: PayWebhookBody,
          response: { 200: Message },
        },
      },
      async ({ body }) => {
        if (!provider) throw cardNotConfigured();
        return { message: await applyEvent(deps, provider, readEvent(body)) };
      },
    );
  };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares `verif-hash` in constant time (W15). The digests have one length, whatever was sent. */
function isSigned(secretHash: string, header: string | string[] | undefined): boolean {
  return timingSafeEqual(digest(secretHash), digest(typeof header === 'string' ? header : ''));
}
