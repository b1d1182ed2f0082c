import { AdminPlayLimits } from '@copup/shared/play-limits.ts';
import { UuidParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { listChanges } from './play-limits.queries.ts';
import { readPlayLimits } from './read-play-limits.ts';

/** Maximum number of changes in a player's record. */
const CHANGES = 50;

/** What operators see of a player's settings (G4). There is no call that changes them. */
export const playLimitsAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/users/:id/play-limits',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags: ['operators: users'],
          summary: 'Limits and breaks of a player, with the last changes; read only (G4)',
          params: UuidParams,
          response: { 200: AdminPlayLimits },
        },
      },
      async ({ params: { id } }) => {
        const [limits, changes] = await Promise.all([
          readPlayLimits(deps.db, id),
          listChanges(deps.db, id, CHANGES),
        ]);
        return { ...limits, changes };
      },
    );
  };
