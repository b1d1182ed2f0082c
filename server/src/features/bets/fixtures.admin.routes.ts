import { ApprovalPending } from '@copup/shared/admin.ts';
import { AdminFixtureDetail, CorrectResultBody, ResultBody } from '@copup/shared/bets.ts';
import { IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { getRecord } from '../../records/record-list.ts';
import { enterResult } from './enter-result.ts';

const moveErrors = ['FIXTURE_NOT_FOUND', 'MATCH_NOT_STARTED', 'OWN_WALLET', 'ALREADY_REQUESTED'] as const;

/** The two calls that enter a result. Each settles the bets (B4). */
const results = [
  {
    path: '/admin/fixtures/:id/result',
    summary: 'Enters the result of a match, once; its bets then settle (B4)',
    body: ResultBody,
    errors: ['RESULT_EXISTS'],
  },
  {
    path: '/admin/fixtures/:id/correct',
    summary: 'Corrects a result: what was paid is taken back, and the bets settle again (B4)',
    body: CorrectResultBody,
    errors: ['NO_RESULT', 'SAME_RESULT'],
  },
] as const;

/** /api/admin/fixtures/{id}: the results of matches (O3, B4). */
export const resultRoutes =
  (
    deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings'>,
    record: RecordAdmin,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { path, summary, body: schema, errors } of results) {
      app.post(
        path,
        {
          config: { access: 'operator', limit: 'admin', errors: [...moveErrors, ...errors] },
          schema: {
            tags: [record.tag],
            summary: `${summary}; 202 when a second operator has to approve (O3a)`,
            params: IdParams,
            headers: IdempotencyHeaders,
            body: schema,
            response: { 200: AdminFixtureDetail, 202: ApprovalPending },
          },
        },
        async ({ viewer, params, headers, body }, reply) => {
          const pending = await enterResult(deps, {
            fixtureId: params.id,
            operatorId: viewer.userId,
            body,
            key: headers['idempotency-key'],
          });
          if (pending) return reply.code(202).send(pending);
          const fixture = await getRecord(deps.db, record, params.id);
          return reply.code(200).send(fixture as AdminFixtureDetail);
        },
      );
    }
  };
