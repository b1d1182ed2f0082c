import type { Feature } from '../../../feature.ts';
import { ledgerCsvRoutes, ledgerRoutes } from './ledger.admin.routes.ts';
import { searchTransfers } from './ledger.queries.ts';

export const ledgerBrowser: Feature = {
  name: 'ledger-browser',
  build: (deps, all) => ({
    routes: [ledgerRoutes(deps, all), ledgerCsvRoutes(deps, all)],
    searches: { transfer: searchTransfers(deps, all) },
  }),
};
