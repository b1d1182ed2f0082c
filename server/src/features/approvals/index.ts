import type { Feature } from '../../feature.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { approvalsRoutes } from './approvals.routes.ts';

export const approvals: Feature = {
  name: 'approvals',
  build: (deps, all) => ({
    routes: [approvalsRoutes(deps, all)],
    queues: {
      approvals: readQueueOf(deps, {
        queue: 'approvals',
        table: 'approvals',
        statuses: ['pending'],
        time: 'requested_at',
        oldest: { name: 'u.full_name', item: 't.action', joins: 'JOIN users u ON u.id = t.requested_by' },
      }),
    },
  }),
};
