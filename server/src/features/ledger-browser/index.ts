import type { Feature } from '../../feature.ts';
import { ledgerRoutes } from './ledger.admin.routes.ts';

export const ledgerBrowser: Feature = {
  name: 'ledger-browser',
  build: (deps, all) => ({ routes: [ledgerRoutes(deps, all)] }),
};
