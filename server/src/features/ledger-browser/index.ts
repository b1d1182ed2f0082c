import type { Feature } from '../../feature.ts';
import { ledgerRoutes } from './ledger.admin.routes.ts';
import { ledgerCsvRoutes } from './ledger-csv.admin.routes.ts';
import { searchTransfers } from './search-transfers.ts';

export const ledgerBrowser: Feature = {
  name: 'ledger-browser',
  build: (deps, all) => ({
    routes: [ledgerRoutes(deps, all), ledgerCsvRoutes(deps, all)],
    searches: { transfer: searchTransfers(deps, all) },
  }),
};
