import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import { decidedOutlooks } from '../../operators/decided-outlook.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { auditTrades } from './audit-trades.ts';
import { approveApproved } from './decide-trade.ts';
import { tradesDemo } from './demo.ts';
import { tradeJobs } from './expire-trades.ts';
import { tradeDeletion } from './trade-deletion.ts';
import { stockApproved } from './trader-stock.ts';
import { tradersAdminRoutes } from './traders.admin.routes.ts';
import { searchTrades, tradeTimeline } from './trades.admin.queries.ts';
import { tradesAdminRoutes } from './trades.admin.routes.ts';
import { tradesRoutes } from './trades.routes.ts';
import { payeeApproved } from './write-trader.ts';

export const trades: Feature = {
  name: 'trades',
  auditReferences: [auditTrades],
  demo: tradesDemo,
  build: (deps) => ({
    routes: [tradesRoutes(deps), tradersAdminRoutes(deps), tradesAdminRoutes(deps)],
    jobs: tradeJobs(deps),
    outlooks: decidedOutlooks('trade', 'trades', {
      approve: { from: ['pending', 'disputed'], effect: 'credit', told: 'is notified' },
      reject: { from: ['pending', 'disputed'], effect: 'none', told: 'reads your reason' },
    }),
    timelines: { trade: tradeTimeline },
    deletion: tradeDeletion,
    approvedActions: { ...approveApproved(deps), ...stockApproved(deps), ...payeeApproved(deps) },
    describeSubjects: {
      trade: describeNames(
        deps,
        {
          table: 'trades',
          nameColumn: '(SELECT t.name FROM traders t WHERE t.id = trader_id)',
          kindColumn: 'status',
        },
        () => paths.payments,
      ),
      trader: describeNames(
        deps,
        { table: 'traders', nameColumn: 'name', kindColumn: 'payment_method' },
        () => null,
      ),
    },
    searches: { trade: searchTrades(deps) },
    queues: {
      trades: readQueueOf(deps, {
        table: 'trades',
        statuses: ['pending', 'disputed'],
        time: 'created_at',
        oldest: {
          name: 'u.full_name',
          item: 'r.name',
          coins: 't.bid_points',
          naira: 't.price_kobo / 100.0',
          joins: 'JOIN users u ON u.id = t.user_id JOIN traders r ON r.id = t.trader_id',
        },
      }),
    },
  }),
};
