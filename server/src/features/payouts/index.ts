import { paths } from '@copup/shared/page-paths.ts';
import { decidedParts } from '../../decisions/decided-parts.ts';
import type { Feature } from '../../feature.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { auditPayouts } from './audit-payouts.ts';
import { bankRecord } from './banks.record.ts';
import { cancelPayoutsOf } from './cancel-realm.ts';
import { payoutsDemo } from './demo.ts';
import { payoutJobs } from './payout-jobs.ts';
import { payoutQueue } from './payout-queue.ts';
import { payoutDeletion } from './payouts.queries.ts';
import { payoutBatchRoutes, payoutsRoutes } from './payouts.routes.ts';
import { applyTransferEvent } from './settle-sending.ts';

export const payouts: Feature = {
  name: 'payouts',
  auditReferences: [auditPayouts],
  demo: payoutsDemo,
  build(deps) {
    const { routes, ...decided } = decidedParts(deps, payoutQueue);
    return {
      ...decided,
      routes: [payoutsRoutes(deps), payoutBatchRoutes(deps), routes, recordRoutes(deps, bankRecord)],
      deletion: payoutDeletion,
      providerEvents: (event) => applyTransferEvent(deps, event),
      jobs: payoutJobs(deps),
      describeSubjects: {
        payout: describeNames(
          deps,
          {
            table: 'payouts',
            nameColumn: '(SELECT b.name FROM banks b WHERE b.id = bank_id)',
            kindColumn: 'status',
          },
          () => paths.payouts,
        ),
      },
      cancelRealm: cancelPayoutsOf(deps),
    };
  },
};
