import type { Feature } from '../../feature.ts';
import { payWebhookRoutes } from './webhook.routes.ts';

/** The payment provider's events, which the features of cards, transfers and payouts apply. */
export const providerWebhook: Feature = {
  name: 'provider-webhook',
  build: (deps, all) => ({ routes: [payWebhookRoutes(deps, all)] }),
};
