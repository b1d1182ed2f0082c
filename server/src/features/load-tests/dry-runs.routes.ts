import { dryRunsCalls } from '@copup/shared/calls/dry-runs.ts';
import type { DryRun, DryRunsQuery } from '@copup/shared/dry-runs.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { listed } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import type { DryRuns } from './dry-runs.ts';
import { findDryRun, listDryRuns } from './list-dry-runs.ts';

type DryRunsList = z.output<typeof ListQuery> & z.output<typeof DryRunsQuery>;

/** /api/admin/dry-runs (O7). */
export function dryRunsRoutes({ db }: Pick<Deps, 'db'>, dryRuns: DryRuns) {
  async function get(id: number): Promise<DryRun> {
    const found = await findDryRun(db, id);
    if (!found) throw new Refusal('NOT_FOUND', 'Dry run not found.');
    return found;
  }
  return routes(dryRunsCalls, {
    'GET /admin/dry-runs': listed('dry-runs', (query: DryRunsList) => listDryRuns(db, query)),
    'GET /admin/dry-runs/:id': ({ params }) => get(params.id),

    'POST /admin/dry-runs': async ({ viewer, key, body, server }) =>
      get(
        await dryRuns.start({
          ...{ operatorId: viewer.userId, key, body },
          url: ownAddress(server.listeningOrigin),
        }),
      ),

    'DELETE /admin/dry-runs/:id': async ({ viewer, params }) => {
      await dryRuns.end(params.id, viewer.userId);
      return get(params.id);
    },
  });
}

/** A server that listens on all interfaces is reached on the loopback interface. */
const ownAddress = (origin: string): string => origin.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
