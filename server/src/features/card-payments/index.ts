import type { Feature } from '../../feature.ts';
import { applyEvent } from './apply-event.ts';
import { cardDeletion } from './card-deletion.ts';
import { failAbandoned } from './card-payments.queries.ts';
import { cardPaymentsRoutes } from './card-payments.routes.ts';

const MINUTE_MS = 60_000;

export const cardPayments: Feature = {
  name: 'card-payments',
  build: (deps) => ({
    routes: [cardPaymentsRoutes(deps)],
    providerEvents: (event) => applyEvent(deps, event),
    deletion: cardDeletion,
    jobs: {
      sweeps: [{ name: 'card-payments-abandoned', everyMs: MINUTE_MS, run: () => failAbandoned(deps.db) }],
    },
  }),
};
