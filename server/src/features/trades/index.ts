import { paths } from '@copup/shared/page-paths.ts';
import { decidedParts } from '../../decisions/decided-parts.ts';
import type { Feature } from '../../feature.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { auditTrades } from './audit-trades.ts';
import { tradesDemo } from './demo.ts';
import { tradeJobs } from './end-reservations.ts';
import { tradeDeletion } from './trade-deletion.ts';
import { tradePictures, tradeQueue } from './trade-queue.ts';
import { stockApproved } from './trader-stock.ts';
import { stockRoutes } from './traders.admin.routes.ts';
import { payeeApproved, traderRecord } from './traders.record.ts';
import { tradesRoutes } from './trades.routes.ts';

export const trades: Feature = {
  name: 'trades',
  auditReferences: [auditTrades],
  demo: tradesDemo,
  build(deps) {
    const { routes, approvedActions, ...decided } = decidedParts(deps, tradeQueue);
    return {
      ...decided,
      routes: [
        tradesRoutes(deps),
        recordRoutes(deps, traderRecord(deps)),
        stockRoutes(deps, traderRecord(deps)),
        routes,
        tradePictures(deps),
      ],
      jobs: tradeJobs(deps),
      deletion: tradeDeletion,
      approvedActions: { ...approvedActions, ...stockApproved(deps), ...payeeApproved(deps) },
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
    };
  },
};
