import type { LoadTestsQuery } from '@copup/shared/admin.ts';
import { loadTestsCalls } from '@copup/shared/calls/load-tests.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { listed } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { createLoadTest } from './create-load-test.ts';
import { type CancelRealm, endLoadTest } from './end-load-test.ts';
import { listLoadTests } from './list-load-tests.ts';

type LoadTestsList = z.output<typeof ListQuery> & z.output<typeof LoadTestsQuery>;

/** /api/admin/load-tests (O5). What was created while LOAD_TESTS allowed it can be listed and ended without. */
export const loadTestsRoutes = (
  deps: Pick<Deps, 'db' | 'config' | 'newId' | 'randomBytes' | 'sessions'>,
  cancelRealm: CancelRealm,
) =>
  routes(loadTestsCalls, {
    'GET /admin/load-tests': listed('load-tests', (query: LoadTestsList) => listLoadTests(deps.db, query)),

    'POST /admin/load-tests': ({ viewer, key, body }) => {
      if (!deps.config.loadTests)
        throw new Refusal('LOAD_TESTS_OFF', 'Load tests are not allowed on this server.');
      return createLoadTest(deps, body, viewer.userId, key);
    },

    'DELETE /admin/load-tests/:id': async ({ viewer, params }) => {
      await endLoadTest(deps, cancelRealm, { realm: params.id, operatorId: viewer.userId });
      return { message: 'The load test has ended' };
    },
  });
