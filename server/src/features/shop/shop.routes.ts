import { toNaira } from '@copup/shared/coins.ts';
import {
  BankDetails,
  CoinPackage,
  ManualPaymentBody,
  ManualPaymentReply,
  PaymentHistoryItem,
} from '@copup/shared/shop.ts';
import { CursorQuery, IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { listOffered } from './packages.queries.ts';
import { toPackage } from './packages.wire.ts';
import { listPayments, type PastPayment } from './payment-history.queries.ts';
import { requestPayment } from './request-payment.ts';

const tags = ['coin shop'];

/** The coin shop, bank transfers and the user's own payments (W2, W11). */
export const shopRoutes =
  (deps: Pick<Deps, 'db' | 'randomBytes' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/bidShop/all',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'The packages of the coin shop, the smallest first; prices in naira',
          querystring: CursorQuery,
          response: { 200: z.array(CoinPackage) },
        },
      },
      async ({ query }, reply) =>
        paged(reply, await listOffered(deps.db, deps.settings.get('payoutPriceRatioPercent'), query)).map(
          toPackage,
        ),
    );

    app.get(
      '/bidShop/bank-details',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'The account to which bank transfers are paid; empty until operators set it',
          response: { 200: BankDetails },
        },
      },
      () => ({
        account_name: deps.settings.get('bankAccountName'),
        bank_name: deps.settings.get('bankName'),
        account_number: deps.settings.get('bankAccountNumber'),
      }),
    );

    app.post(
      '/manualPayment/manual-payment',
      {
        config: { access: 'user', limit: 'payment', errors: ['PRICE_DIFFERS', 'TOO_MANY_OPEN_PAYMENTS'] },
        schema: {
          tags,
          summary: 'Announces a bank transfer for a package; the reply has the reference to quote (W2)',
          headers: IdempotencyHeaders,
          body: ManualPaymentBody,
          response: { 200: ManualPaymentReply },
        },
      },
      ({ viewer, headers, body }) => requestPayment(deps, { viewer, body, key: headers['idempotency-key'] }),
    );

    app.get(
      '/manualPayment/payment-history',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Own bank transfers, card payments and P2P trades, newest first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(PaymentHistoryItem) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listPayments(deps.db, viewer.userId, query)).map(toItem),
    );
  };

const toItem = (row: PastPayment): z.output<typeof PaymentHistoryItem> => ({
  id: `${row.method}:${row.number}`,
  bid_points: row.bidPoints,
  status: row.status,
  method: row.method,
  price: toNaira(row.priceKobo),
  reference: row.reference,
  reason: row.reason,
  expires_at: row.expiresAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
});
