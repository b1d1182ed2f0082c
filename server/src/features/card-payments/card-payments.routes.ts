import { cardPaymentsCalls } from '@copup/shared/calls/card-payments.ts';
import { toNaira } from '@copup/shared/coins.ts';
import type { Deps } from '../../deps.ts';
import { isPretended } from '../../provider/provider-api.ts';
import { routes } from '../../routes.ts';
import { paymentNotFound } from './card-payments.errors.ts';
import { findOwnPayment } from './card-payments.queries.ts';
import { startPayment } from './start-payment.ts';

/** Checkouts by card (W5, W15). Only the provider's signed webhook credits coins. */
export const cardPaymentsRoutes = (deps: Pick<Deps, 'config' | 'db' | 'randomBytes' | 'settings'>) => {
  const { cardPayments: provider } = deps.config;

  return routes(cardPaymentsCalls, {
    'GET /pay/options': () => ({
      is_configured: provider !== undefined && !isPretended(deps.config),
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
