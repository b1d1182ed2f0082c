import { Profile } from '@copup/shared/users.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';

export const profileRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/profile',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags: ['users'], summary: 'The signed-in user, with balances', response: { 200: Profile } },
      },
      ({ viewer }) => getProfile(db, viewer.userId),
    );
  };

/** Reads the profile. Balances and version are read at one moment: the version is that of room user:{id}. */
export async function getProfile(db: Database, userId: string): Promise<z.output<typeof Profile>> {
  const { rows } = await db.pool.query<z.output<typeof Profile>>({
    name: 'profile',
    text: `SELECT u.id, w.available + w.bonus AS bid_points, w.available AS available_points, w.bonus AS bonus_points,
        w.held AS held_points, w.task AS task_coin, u.wallet_address, u.full_name, u.username::text, u.email::text,
        u.profile, u.referral_code, u.role, i.unread, w.version + i.version AS version
      FROM users u JOIN wallets w ON w.user_id = u.id JOIN inboxes i ON i.user_id = u.id WHERE u.id = $1`,
    values: [userId],
  });
  const [profile] = rows;
  invariant(profile, `user ${userId} has no wallet or no inbox`);
  return profile;
}
