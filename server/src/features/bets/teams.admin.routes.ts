import { AdminTeam, AdminTeamsQuery, EditTeamBody, NewTeamBody } from '@copup/shared/bets.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { teamNotFound } from './bets.errors.ts';
import { findAdminTeam, listAdminTeams } from './teams.admin.queries.ts';
import { createTeam, editTeam } from './write-team.ts';

const tags = ['operators: bets'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/teams: the teams of fixtures (O3). */
export const teamsAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getTeam = async (id: number): Promise<AdminTeam> => {
      const team = await findAdminTeam(deps.db, id);
      if (!team) throw teamNotFound();
      return team;
    };

    app.get(
      '/admin/teams',
      {
        config,
        schema: {
          tags,
          summary: 'All teams; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminTeamsQuery.shape),
          response: { 200: z.array(AdminTeam) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminTeams(deps.db, query);
        reply.header('content-range', contentRange('teams', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/teams/:id',
      {
        config: { ...config, errors: ['TEAM_NOT_FOUND'] },
        schema: { tags, summary: 'One team', params: IdParams, response: { 200: AdminTeam } },
      },
      ({ params }) => getTeam(params.id),
    );

    app.post(
      '/admin/teams',
      {
        config,
        schema: { tags, summary: 'Creates a team', body: NewTeamBody, response: { 201: AdminTeam } },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(await getTeam(await createTeam(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/teams/:id',
      {
        config: { ...config, errors: ['TEAM_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Edits a team',
          params: IdParams,
          body: EditTeamBody,
          response: { 200: AdminTeam },
        },
      },
      async ({ viewer, params, body }) => {
        await editTeam(deps, { id: params.id, operatorId: viewer.userId }, body);
        return getTeam(params.id);
      },
    );
  };
