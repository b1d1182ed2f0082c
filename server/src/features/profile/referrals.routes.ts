import { Referrals } from '@copup/shared/people.ts';
import { CursorQuery, Uuid } from '@copup/shared/wire.ts';
import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { users } from '../../accounts/users.tables.ts';
import type { Deps } from '../../deps.ts';

/** GET /user/referrals: users who registered with the caller's code. */
export const referralsRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/referrals',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags: ['users'],
          summary: 'Users who registered with the own code, newest first; X-Total-Count has their number',
          querystring: CursorQuery.extend({ before: Uuid.optional() }),
          response: { 200: Referrals },
        },
      },
      async ({ viewer, query: { limit, before } }, reply) => {
        const isOwn = and(eq(users.referredBy, viewer.userId), isNull(users.deletedAt));
        const [rows, [total]] = await Promise.all([
          db.orm
            .select({ id: users.id, username: users.username })
            .from(users)
            .where(before === undefined ? isOwn : and(isOwn, lt(users.id, before)))
            // UUIDv7: the newest first.
            .orderBy(desc(users.id))
            .limit(limit + 1),
          db.orm.select({ count: count() }).from(users).where(isOwn),
        ]);
        const page = rows.slice(0, limit);
        reply.header('x-total-count', String(total?.count ?? 0));
        if (rows.length > limit) reply.header('x-next-cursor', page.at(-1)?.id);
        return page;
      },
    );
  };
