import { shopCalls } from '@copup/shared/calls/shop.ts';
import { toNaira } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { CoinPackage, PaymentHistoryItem, TransferAccount } from '@copup/shared/shop.ts';
import type { z } from 'zod';
import { paged } from '../../paged.ts';
import { isPretended, providerOf } from '../../provider/provider-api.ts';
import { routes } from '../../routes.ts';
import { findOpened, type OpenedAccount } from './accounts.queries.ts';
import { choosePayment } from './choose-payment.ts';
import { type OpenDeps, openAccount } from './open-account.ts';
import { listOffered } from './packages.queries.ts';
import { listPayments, type PastPayment } from './payment-history.queries.ts';
import { toTransfer } from './payment-queue.ts';
import { requestPayment, reserveReference } from './request-payment.ts';
import { paymentNotFound } from './shop.errors.ts';
import type { PackageRow } from './shop.tables.ts';

/** The coin shop, bank transfers and the user's own payments (W2, W11). */
export const shopRoutes = (deps: OpenDeps) =>
  routes(shopCalls, {
    'GET /bidShop/all': async ({ query }, reply) =>
      paged(reply, await listOffered(deps.db, deps.settings.get('payoutPriceRatioPercent'), query)).map(
        toPackage,
      ),

    'GET /bidShop/bank-details': () => ({
      account_name: deps.settings.get('bankAccountName'),
      bank_name: deps.settings.get('bankName'),
      account_number: deps.settings.get('bankAccountNumber'),
      is_automatic: providerOf(deps.config.cardPayments) !== undefined,
    }),

    'POST /manualPayment/reference': ({ viewer, body }) => reserveReference(deps, viewer, body),

    'POST /manualPayment/manual-payment': ({ viewer, key, body }) =>
      requestPayment(deps, { viewer, body, key }),

    'POST /manualPayment/account': async ({ viewer, body }) =>
      toAccount(deps, await openAccount(deps, viewer, body)),

    'GET /manualPayment/:id/account': async ({ viewer, params }) => {
      const opened = await findOpened(deps.db, viewer.userId, params.id);
      if (!opened) throw paymentNotFound();
      return toAccount(deps, opened);
    },

    'POST /manualPayment/:id/choice': ({ viewer, params, key, body }) =>
      choosePayment(deps, { paymentId: params.id, userId: viewer.userId, key, ...body }),

    'GET /manualPayment/payment-history': async ({ viewer, query }, reply) =>
      paged(reply, await listPayments(deps.db, viewer.userId, query)).map(toItem),
  });

const toItem = (row: PastPayment): z.output<typeof PaymentHistoryItem> => ({
  id: `${row.method}:${row.number}`,
  bid_points: row.bidPoints,
  status: row.status,
  method: row.method,
  price: toNaira(row.priceKobo),
  reference: row.reference,
  sender: row.sender,
  reason: row.reason,
  expires_at: row.expiresAt?.toISOString() ?? null,
  transfers: row.transfers.map(toTransfer),
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
});

const toAccount = (
  { config }: Pick<OpenDeps, 'config'>,
  { bidPoints, priceKobo, ...opened }: OpenedAccount,
): TransferAccount => ({
  id: opened.paymentId,
  status: opened.status === 'overpaid' ? 'approved' : opened.status,
  bid_points: bidPoints,
  price: toNaira(priceKobo),
  bank_name: opened.bankName,
  account_number: opened.accountNumber,
  expires_at: opened.expiresAt.toISOString(),
  pretend_path: isPretended(config) ? `/dev/transfers/${opened.paymentId}` : null,
});

const toPackage = ({ id, image, priceKobo, bidPoints }: PackageRow): CoinPackage => ({
  id,
  image: imageUrl(image),
  price: toNaira(priceKobo),
  bid_points: bidPoints,
});
