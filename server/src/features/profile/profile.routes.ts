import { accountDeletionCalls, pendingCalls, profileCalls } from '@copup/shared/calls/profile.ts';
import { ProfileFields } from '@copup/shared/people.ts';
import type { Profile } from '@copup/shared/users.ts';
import type { z } from 'zod';
import { clientFactsOf } from '../../client-facts.ts';
import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { parseFields, readForm } from '../../uploads/read-form.ts';
import { MAX_PLAYER_IMAGE_BYTES } from '../../uploads/uploads.ts';
import { confirmEmail } from './confirm-email.ts';
import { type DeletionDeps, deleteAccount, previewDeletion, readPending } from './delete-account.ts';
import { allFieldsNeeded } from './profile.errors.ts';
import { type ProfileDeps, updateProfile } from './update-profile.ts';

const formLimits = { pictureBytes: MAX_PLAYER_IMAGE_BYTES, fields: 6, pictureField: 'profile' };
const needed = ['full_name', 'username', 'email'] as const;

export const profileRoutes = (deps: ProfileDeps) =>
  routes(profileCalls, {
    'GET /user/profile': ({ viewer }) =>
      getProfile(deps.db, viewer.userId, deps.settings.get('usernameChangeDays')),

    'PUT /user/profile': async (request) => {
      const form = await readForm(request, formLimits);
      const empty = needed.filter((name) => !form.fields[name]?.trim());
      if (empty.length > 0) throw allFieldsNeeded(empty);
      const fields = parseFields(ProfileFields, form.fields);
      const { network } = clientFactsOf(request);
      await updateProfile(deps, request.viewer, { fields, picture: form.picture, network });
      return { message: 'Profile updated successfully' };
    },

    'POST /user/profile/confirm-email': async (request, reply) => {
      const pending = await confirmEmail(deps, request.viewer, request.body.code, clientFactsOf(request));
      if (pending) return reply.code(202).send(pending);
      return reply.code(200).send({ message: 'Your e-mail address was changed' });
    },
  });

/** Deletion of the caller's own account (S7). */
export const accountDeletionRoutes = (deps: DeletionDeps, all: AllFeatures) =>
  routes(accountDeletionCalls, {
    'GET /user/deletion-preview': ({ viewer }) => previewDeletion(deps, all.deletions, viewer.userId),

    'DELETE /user/delete': async (request) => {
      const { viewer, body } = request;
      await deleteAccount(deps, all.deletions, viewer, { body, client: clientFactsOf(request) });
      return { message: 'Account deleted successfully' };
    },
  });

/** What prevents a deletion is what is pending: operators read the same facts. */
export const pendingRoutes = (deps: Pick<DeletionDeps, 'db'>, all: AllFeatures) =>
  routes(pendingCalls, {
    'GET /admin/users/:id/pending': async ({ params }) => {
      const { blocks, flags } = await readPending(deps, all.deletions, params.id);
      return { items: blocks.map(({ path: _, ...item }) => item), flags };
    },
  });

type Row = Omit<z.output<typeof Profile>, 'username_changes_from' | 'joined_at'> & {
  username_changes_from: Date | null;
  joined_at: Date;
};

/** Reads the profile. Balances and version are read at one moment: the version is that of room user:{id}. */
export async function getProfile(
  db: Database,
  userId: string,
  usernameChangeDays: number,
): Promise<z.output<typeof Profile>> {
  const { rows } = await db.pool.query<Row>({
    name: 'profile',
    text: `SELECT u.id, w.available + w.bonus AS bid_points, w.available AS available_points, w.bonus AS bonus_points,
        w.held AS held_points, w.task AS task_coin, u.wallet_address, u.full_name, u.username::text, u.email::text,
        u.email_pending::text, u.created_at AS joined_at,
        CASE WHEN u.username_changed_at + $2::int * interval '1 day' > statement_timestamp()
          THEN u.username_changed_at + $2::int * interval '1 day' END AS username_changes_from,
        u.profile, u.referral_code, u.role, i.unread, w.version + i.version AS version
      FROM users u JOIN wallets w ON w.user_id = u.id JOIN inboxes i ON i.user_id = u.id WHERE u.id = $1`,
    values: [userId, usernameChangeDays],
  });
  const [profile] = rows;
  invariant(profile, `user ${userId} has no wallet or no inbox`);
  return {
    ...profile,
    joined_at: profile.joined_at.toISOString(),
    username_changes_from: profile.username_changes_from?.toISOString() ?? null,
  };
}
