import { reconciliationCalls, statementLinesCalls } from '@copup/shared/calls/reconciliation.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { listed } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';

const notYet = (): never => {
  throw new Refusal('UNAVAILABLE', 'Not available yet.');
};

export const statementLinesRoutes = (_deps: Deps) =>
  routes(statementLinesCalls, {
    'GET /': listed('statement-lines', async () => ({ rows: [], total: 0 })),
    'GET /:id': notYet,
    'POST /:id/confirm': notYet,
    'POST /confirm-exact': notYet,
    'POST /:id/explain': notYet,
  });

export const reconciliationRoutes = (_deps: Deps) =>
  routes(reconciliationCalls, {
    'GET /': notYet,
    'GET /banks': () => [],
    'POST /preview': notYet,
    'POST /import': notYet,
    'GET /imports': listed('imports', async () => ({ rows: [], total: 0 })),
    'POST /settlements': notYet,
    'GET /records': () => ({ total: 0, records: [] }),
    'POST /records/:kind/:id/explain': notYet,
    'POST /explanations/:id/withdraw': notYet,
    'GET /days': () => [],
    'GET /days/:day': notYet,
    'POST /days/:day/close': notYet,
    'GET /export': notYet,
  });
