import type { Feature } from '../../feature.ts';
import { cardDeletion } from './card-deletion.ts';
import { failAbandoned } from './card-payments.queries.ts';
import { cardPaymentsRoutes, payWebhookRoutes } from './card-payments.routes.ts';

const MINUTE_MS = 60_000;

export const cardPayments: Feature = {
  name: 'card-payments',
  build: (deps) => ({
    routes: [cardPaymentsRoutes(deps), payWebhookRoutes(deps)],
    deletion: cardDeletion,
    jobs: {
      sweeps: [{ name: 'card-payments-abandoned', everyMs: MINUTE_MS, run: () => failAbandoned(deps.db) }],
    },
  }),
};
