import type { Feature } from '../../feature.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { banksAdminRoutes } from './banks.admin.routes.ts';
import { cancelPayoutsOf } from './cancel-realm.ts';
import { payoutsApproved } from './decide-payout.ts';
import { payoutDeletion } from './payout-deletion.ts';
import { payoutsAdminRoutes } from './payouts.admin.routes.ts';
import { payoutsRoutes } from './payouts.routes.ts';

export const payouts: Feature = {
  name: 'payouts',
  build: (deps) => ({
    routes: [payoutsRoutes(deps), payoutsAdminRoutes(deps), banksAdminRoutes(deps)],
    approvedActions: payoutsApproved(deps),
    deletion: payoutDeletion,
    queues: {
      payouts: readQueueOf(deps, {
        table: 'payouts',
        statuses: ['pending', 'approved'],
        time: 'created_at',
        filter: 'realm = 0',
      }),
    },
    cancelRealm: cancelPayoutsOf(deps),
  }),
};
