import { ApprovalPending, FundRewardsBody, Rewards } from '@copup/shared/admin.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { fundRewards, readRewards } from './fund-rewards.ts';

const tags = ['operators: rewards'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/rewards: the fund that pays for rewards to users (L1). */
export const rewardsAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/rewards',
      { config, schema: { tags, summary: 'The balance of the fund', response: { 200: Rewards } } },
      async () => ({ balance: await readRewards(deps.db) }),
    );

    app.post(
      '/admin/rewards/fund',
      {
        config: config,
        schema: {
          tags,
          summary: 'Requests coins for the fund, which a second operator has to approve (O3a)',
          headers: IdempotencyHeaders,
          body: FundRewardsBody,
          response: { 202: ApprovalPending },
        },
      },
      async ({ viewer, headers, body }, reply) => {
        const key = headers['idempotency-key'];
        return reply.code(202).send(await fundRewards(deps, { operatorId: viewer.userId, body, key }));
      },
    );
  };
