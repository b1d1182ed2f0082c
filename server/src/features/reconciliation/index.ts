import type { Feature } from '../../feature.ts';
import { reconciliationRoutes, statementLinesRoutes } from './reconciliation.routes.ts';

/** Statements of our banks, what explains their lines, and closed days (W20). */
export const reconciliation: Feature = {
  name: 'reconciliation',
  build: (deps) => ({ routes: [statementLinesRoutes(deps), reconciliationRoutes(deps)] }),
};
