import type { Feature } from '../../feature.ts';
import { approveApproved } from './decide-trade.ts';
import { tradeJobs } from './expire-trades.ts';
import { stockApproved } from './trader-stock.ts';
import { tradersAdminRoutes } from './traders.admin.routes.ts';
import { tradesAdminRoutes } from './trades.admin.routes.ts';
import { tradesRoutes } from './trades.routes.ts';

export const trades: Feature = {
  name: 'trades',
  build: (deps) => ({
    routes: [tradesRoutes(deps), tradersAdminRoutes(deps), tradesAdminRoutes(deps)],
    jobs: tradeJobs(deps),
    approvedActions: { ...approveApproved(deps), ...stockApproved(deps) },
  }),
};
