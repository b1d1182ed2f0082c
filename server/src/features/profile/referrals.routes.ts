import { Referrals } from '@copup/shared/people.ts';
import { CursorQuery } from '@copup/shared/wire.ts';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { users } from '../../accounts/users.tables.ts';
import { Keyset } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';

/** UUIDv7: the newest first. */
const newest = new Keyset('DESC', { id: ['users.id', 'uuid'] });

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
          querystring: CursorQuery,
          response: { 200: Referrals },
        },
      },
      async ({ viewer, query }, reply) => {
        const page = newest.orm(query);
        const isOwn = and(eq(users.referredBy, viewer.userId), isNull(users.deletedAt));
        const [rows, [total]] = await Promise.all([
          db.orm
            .select({ id: users.id, username: users.username })
            .from(users)
            .where(and(isOwn, page.after))
            .orderBy(page.by)
            .limit(page.limit),
          db.orm.select({ count: count() }).from(users).where(isOwn),
        ]);
        reply.header('x-total-count', String(total?.count ?? 0));
        return paged(reply, newest.cut(rows, query));
      },
    );
  };
