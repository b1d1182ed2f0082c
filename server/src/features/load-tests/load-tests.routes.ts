import { LoadTest, NewLoadTestBody } from '@copup/shared/admin.ts';
import { IdempotencyHeaders, IdParams, Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { createLoadTest } from './create-load-test.ts';
import { type CancelRealm, endLoadTest } from './end-load-test.ts';

const tags = ['operators: load tests'];
const config = { access: 'operator', limit: 'admin' } as const;

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

    app.post(
      '/admin/load-tests',
      {
        config: { ...config, errors: ['LOAD_TESTS_OFF'] },
        schema: {
          tags,
          summary: 'Creates a realm with signed-in players',
          headers: IdempotencyHeaders,
          body: NewLoadTestBody,
          response: { 201: LoadTest },
        },
      },
      async ({ viewer, headers, body }, reply) =>
        reply.code(201).send(await createLoadTest(deps, body, viewer.userId, headers['idempotency-key'])),
    );

    app.delete(
      '/admin/load-tests/:id',
      {
        config: { ...config, errors: ['LOAD_TESTS_OFF', 'LOAD_TEST_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Cancels the subjects of the realm and closes its accounts',
          params: IdParams,
          response: { 200: Message },
        },
      },
      async ({ viewer, params }) => {
        await endLoadTest(deps, cancelRealm, { realm: params.id, operatorId: viewer.userId });
        return { message: 'The load test has ended' };
      },
    );
  };
