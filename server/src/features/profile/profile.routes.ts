import { ApprovalPending } from '@copup/shared/admin.ts';
import { ConfirmEmailBody, ProfileFields } from '@copup/shared/people.ts';
import { Profile } from '@copup/shared/users.ts';
import { Message } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { clientFactsOf } from '../../client-facts.ts';
import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import { parseFields, readForm } from '../../uploads/read-form.ts';
import { MAX_PLAYER_IMAGE_BYTES } from '../../uploads/uploads.ts';
import { confirmEmail } from './confirm-email.ts';
import { allFieldsNeeded } from './profile.errors.ts';
import { type ProfileDeps, updateProfile } from './update-profile.ts';

const tags = ['users'];
const formLimits = { pictureBytes: MAX_PLAYER_IMAGE_BYTES, fields: 6, pictureField: 'profile' };
const needed = ['full_name', 'username', 'email'] as const;

export const profileRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart);

    app.get(
      '/user/profile',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags, summary: 'The signed-in user, with balances', response: { 200: Profile } },
      },
      ({ viewer }) => getProfile(deps.db, viewer.userId, deps.settings.get('usernameChangeDays')),
    );

    app.put(
      '/user/profile',
      {
        config: {
          access: 'user',
          limit: 'payment',
          form: { picture: 'profile', isPictureOptional: true, pictureMb: 5, fields: ProfileFields },
          errors: ['USERNAME_TOO_SOON', 'USERNAME_TAKEN', 'REAUTH_NEEDED', 'BAD_IMAGE'],
        },
        schema: {
          tags,
          summary:
            'Changes the profile: multipart/form-data with full_name, username, email, and optionally the file profile (PNG, JPEG or WebP of at most 5 MB) or remove_profile',
          consumes: ['multipart/form-data'],
          response: { 200: Message },
        },
      },
      async (request) => {
        const form = await readForm(request, formLimits);
        const empty = needed.filter((name) => !form.fields[name]?.trim());
        if (empty.length > 0) throw allFieldsNeeded(empty);
        const fields = parseFields(ProfileFields, form.fields);
        const { network } = clientFactsOf(request);
        await updateProfile(deps, request.viewer, { fields, picture: form.picture, network });
        return { message: 'Profile updated successfully' };
      },
    );

    app.post(
      '/user/profile/confirm-email',
      {
        config: {
          access: 'user',
          limit: 'credentials',
          errors: ['WRONG_CODE', 'EMAIL_TAKEN', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            'Makes the pending e-mail address the user’s, with the code mailed to it; 202 for an operator, whose change a second one must approve (O3a)',
          body: ConfirmEmailBody,
          response: { 200: Message, 202: ApprovalPending },
        },
      },
      async (request, reply) => {
        const pending = await confirmEmail(deps, request.viewer, request.body.code, clientFactsOf(request));
        if (pending) return reply.code(202).send(pending);
        return reply.code(200).send({ message: 'Your e-mail address was changed' });
      },
    );
  };

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
