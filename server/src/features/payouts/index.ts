import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import { decidedOutlooks } from '../../operators/decided-outlook.ts';
import { decidedTimeline } from '../../operators/decided-timeline.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { auditPayouts } from './audit-payouts.ts';
import { banksAdminRoutes } from './banks.admin.routes.ts';
import { cancelPayoutsOf } from './cancel-realm.ts';
import { payoutsApproved } from './decide-payout.ts';
import { payoutsDemo } from './demo.ts';
import { searchPayouts } from './payouts.admin.queries.ts';
import { payoutsAdminRoutes } from './payouts.admin.routes.ts';
import { payoutDeletion } from './payouts.queries.ts';
import { payoutsRoutes } from './payouts.routes.ts';

export const payouts: Feature = {
  name: 'payouts',
  auditReferences: [auditPayouts],
  demo: payoutsDemo,
  build: (deps) => ({
    routes: [payoutsRoutes(deps), payoutsAdminRoutes(deps), banksAdminRoutes(deps)],
    approvedActions: payoutsApproved(deps),
    outlooks: decidedOutlooks('payout', 'payouts', {
      approve: { from: 'pending', effect: 'capture', told: 'is notified' },
      reject: { from: 'pending', effect: 'release', told: 'reads your reason' },
      pay: { from: 'approved', effect: 'none', told: 'is notified' },
      return: { from: 'approved', effect: 'return', told: 'reads your reason' },
    }),
    timelines: {
      payout: decidedTimeline({
        kind: 'payout',
        table: 'payouts',
        changedAt: 'coalesce(v.ended_at, v.decided_at, v.created_at)',
      }),
    },
    deletion: payoutDeletion,
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
    searches: { payout: searchPayouts(deps) },
    queues: {
      payouts: readQueueOf(deps, {
        table: 'payouts',
        statuses: ['pending', 'approved'],
        time: 'created_at',
        filter: 'realm = 0',
        oldest: {
          name: 'u.full_name',
          item: 'b.name',
          coins: 't.bid_points',
          naira: 't.bid_points * t.rate_kobo / 100.0',
          joins: 'JOIN users u ON u.id = t.user_id JOIN banks b ON b.id = t.bank_id',
        },
      }),
    },
    cancelRealm: cancelPayoutsOf(deps),
  }),
};
