import { loadTestsCalls } from '@copup/shared/calls/load-tests.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { routes } from '../../routes.ts';
import { createLoadTest } from './create-load-test.ts';
import { type CancelRealm, endLoadTest } from './end-load-test.ts';

/** /api/admin/load-tests (O5), when LOAD_TESTS allows them. */
export const loadTestsRoutes =
  (
    deps: Pick<Deps, 'db' | 'config' | 'newId' | 'randomBytes' | 'sessions'>,
    cancelRealm: CancelRealm,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('preHandler', async () => {
      if (!deps.config.loadTests)
        throw new Refusal('LOAD_TESTS_OFF', 'Load tests are not allowed on this server.');
    });
    await app.register(
      routes(loadTestsCalls, {
        'POST /admin/load-tests': ({ viewer, key, body }) => createLoadTest(deps, body, viewer.userId, key),

        'DELETE /admin/load-tests/:id': async ({ viewer, params }) => {
          await endLoadTest(deps, cancelRealm, { realm: params.id, operatorId: viewer.userId });
          return { message: 'The load test has ended' };
        },
      }),
    );
  };
