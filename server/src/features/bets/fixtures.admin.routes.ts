import { ApprovalPending } from '@copup/shared/admin.ts';
import {
  AdminFixture,
  AdminFixtureDetail,
  AdminFixturesQuery,
  CorrectResultBody,
  EditFixtureBody,
  NewFixtureBody,
  ResultBody,
} from '@copup/shared/bets.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { fixtureNotFound } from './bets.errors.ts';
import { enterResult } from './enter-result.ts';
import { findAdminFixture, listAdminFixtures } from './fixtures.admin.queries.ts';
import { createFixture, editFixture } from './write-fixture.ts';

const tags = ['operators: bets'];
const config = { access: 'operator', limit: 'admin' } as const;
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

/** /api/admin/fixtures: matches and their results (O3, B4). */
export const fixturesAdminRoutes =
  (deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getFixture = async (id: number): Promise<AdminFixtureDetail> => {
      const fixture = await findAdminFixture(deps.db, id);
      if (!fixture) throw fixtureNotFound();
      return fixture;
    };

    app.get(
      '/admin/fixtures',
      {
        config,
        schema: {
          tags,
          summary: 'All fixtures; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminFixturesQuery.shape),
          response: { 200: z.array(AdminFixture) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminFixtures(deps.db, query);
        reply.header('content-range', contentRange('fixtures', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/fixtures/:id',
      {
        config: { ...config, errors: ['FIXTURE_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'One fixture, with its bets by status',
          params: IdParams,
          response: { 200: AdminFixtureDetail },
        },
      },
      ({ params }) => getFixture(params.id),
    );

    app.post(
      '/admin/fixtures',
      {
        config: { ...config, errors: ['TEAM_NOT_FOUND', 'FIXTURE_EXISTS'] },
        schema: {
          tags,
          summary: 'Creates a fixture; joining its bets ends at kickoff (B2)',
          body: NewFixtureBody,
          response: { 201: AdminFixtureDetail },
        },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(await getFixture(await createFixture(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/fixtures/:id',
      {
        config: {
          ...config,
          errors: ['FIXTURE_NOT_FOUND', 'FIXTURE_NOT_EDITABLE', 'TEAM_NOT_FOUND', 'FIXTURE_EXISTS'],
        },
        schema: {
          tags,
          summary:
            'Moves the kickoff of a match without a result, or changes the teams while there is no bet',
          params: IdParams,
          body: EditFixtureBody,
          response: { 200: AdminFixtureDetail },
        },
      },
      async ({ viewer, params, body }) => {
        await editFixture(deps, { id: params.id, operatorId: viewer.userId }, body);
        return getFixture(params.id);
      },
    );

    for (const { path, summary, body: schema, errors } of results) {
      app.post(
        path,
        {
          config: { ...config, errors: [...moveErrors, ...errors] },
          schema: {
            tags,
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
          return pending ? reply.code(202).send(pending) : reply.code(200).send(await getFixture(params.id));
        },
      );
    }
  };
