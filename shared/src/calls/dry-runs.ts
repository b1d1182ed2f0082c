import { defineCalls, listCall } from '../call.ts';
import { DryRun, DryRunsQuery, ListedDryRun, NewDryRunBody } from '../dry-runs.ts';
import { IdParams } from '../wire.ts';

/** /api/admin/dry-runs (O7). */
export const dryRunsCalls = defineCalls('operators: dry runs', {
  'GET /admin/dry-runs': listCall(
    'Dry runs, the newest first; the total is in Content-Range',
    DryRunsQuery,
    ListedDryRun,
  ),
  'GET /admin/dry-runs/:id': {
    summary: 'One dry run with its report',
    errors: ['NOT_FOUND'],
    params: IdParams,
    reply: DryRun,
  },
  'POST /admin/dry-runs': {
    right: 'subjects',
    summary: 'Rehearses a subject: a copy in a realm of its own, with simulated players on this server',
    description:
      'One at a time on all servers. The copy, its players and their coins are gone afterwards; players of other realms never see them.',
    errors: ['NOT_FOUND', 'DRY_RUN_ACTIVE'],
    hasKey: true,
    body: NewDryRunBody,
    reply: DryRun,
    status: 201,
  },
  'DELETE /admin/dry-runs/:id': {
    right: 'subjects',
    summary: 'Ends a dry run early, without a report',
    errors: ['NOT_FOUND'],
    params: IdParams,
    reply: DryRun,
  },
});
