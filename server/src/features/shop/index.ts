import type { Feature } from '../../feature.ts';
import { decidedOutlooks } from '../../operators/decided-outlook.ts';
import { decidedTimeline } from '../../operators/decided-timeline.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { approvalsOfPayments } from './decide-payment.ts';
import { shopDemo } from './demo.ts';
import { packagesAdminRoutes } from './packages.admin.routes.ts';
import { paymentsAdminRoutes } from './payments.admin.routes.ts';
import { paymentDeletion, searchPayments } from './payments.queries.ts';
import { shopRoutes } from './shop.routes.ts';

export const shop: Feature = {
  name: 'shop',
  demo: shopDemo,
  build: (deps) => ({
    routes: [shopRoutes(deps), packagesAdminRoutes(deps), paymentsAdminRoutes(deps)],
    approvedActions: approvalsOfPayments(deps),
    outlooks: decidedOutlooks('payment', 'manual_payments', {
      approve: { from: 'pending', effect: 'credit', told: 'is notified' },
      reject: { from: 'pending', effect: 'none', told: 'reads your reason' },
    }),
    timelines: {
      payment: decidedTimeline({
        kind: 'payment',
        table: 'manual_payments',
        changedAt: 'coalesce(v.decided_at, v.created_at)',
      }),
    },
    deletion: paymentDeletion,
    searches: { payment: searchPayments(deps) },
    queues: {
      payments: readQueueOf(deps, {
        table: 'manual_payments',
        statuses: ['pending'],
        time: 'created_at',
        oldest: {
          name: 'u.full_name',
          coins: 't.bid_points',
          naira: 't.price_kobo / 100.0',
          joins: 'JOIN users u ON u.id = t.user_id',
        },
      }),
    },
  }),
};
