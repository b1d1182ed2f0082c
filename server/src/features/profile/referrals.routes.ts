import { referralsCalls } from '@copup/shared/calls/profile.ts';
import { users } from '../../accounts/users.tables.ts';
import { and, count, eq, isNull } from '../../db/drizzle.ts';
import { Keyset } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';

/** UUIDv7: the newest first. */
const newest = new Keyset('DESC', { id: ['users.id', 'uuid'] });

/** GET /user/referrals: users who registered with the caller's code. */
export const referralsRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(referralsCalls, {
    'GET /user/referrals': async ({ viewer, query }, reply) => {
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
  });
