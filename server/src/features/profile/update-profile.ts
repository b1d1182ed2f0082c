import { avatarName, avatarPath } from '@copup/shared/images.ts';
import type { ProfileFields } from '@copup/shared/people.ts';
import { changeUsername } from '../../accounts/change-username.ts';
import { findUser, findUserByEmail, lockUser } from '../../accounts/users.queries.ts';
import { users } from '../../accounts/users.tables.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { issueCode } from '../../one-time-codes/one-time-codes.ts';
import { requireRecentSignIn } from '../../sessions/recent-sign-in.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { assertOwnName } from '../../settings/word-list.ts';
import { accountDeleted } from './profile.errors.ts';
import { addressInUseMail, changeCodeMail } from './profile-mails.ts';

export type ProfileDeps = Pick<
  Deps,
  | 'db'
  | 'log'
  | 'config'
  | 'settings'
  | 'sessions'
  | 'google'
  | 'limits'
  | 'mail'
  | 'notices'
  | 'newId'
  | 'randomBytes'
  | 'uploads'
>;

export interface ProfileUpdate {
  fields: ProfileFields;
  picture: Buffer | undefined;
  /** The client's network prefix. */
  network: string;
}

/**
 * Changes names and picture at once, and requests a change of the e-mail (W17, S6): a new address needs a recent
 * sign-in and takes effect with the code that is mailed to it.
 */
export async function updateProfile(
  deps: ProfileDeps,
  viewer: Viewer,
  { fields, picture, network }: ProfileUpdate,
): Promise<void> {
  const known = await findUser(deps.db, viewer.userId);
  invariant(known, 'the user of a session does not exist');
  const isNewEmail = fields.email.toLowerCase() !== known.email?.toLowerCase();
  if (isNewEmail) {
    await requireRecentSignIn(deps, viewer);
    deps.limits.consume('code', `change_email ${viewer.userId}`);
  }
  const write = (stored?: string) =>
    inTransaction(deps.db, (tx) => writeProfile(tx, deps, viewer, { fields, network, stored }));
  if (picture) await deps.uploads.replaceAvatar(picture, write);
  else {
    const { replaced } = await write();
    if (replaced !== null) await deps.uploads.removeAvatar(replaced);
  }
  await deps.sessions.readChanges();
}

/** Returns the stored picture that the user no longer has. */
async function writeProfile(
  tx: Transaction,
  deps: ProfileDeps,
  { userId }: Viewer,
  { fields, network, stored }: Omit<ProfileUpdate, 'picture'> & { stored: string | undefined },
): Promise<{ replaced: string | null }> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw accountDeleted();
  if (user.role === 0 && fields.full_name !== user.fullName) assertOwnName('full_name', fields.full_name);
  await changeUsername(tx, deps.settings, user, { username: fields.username, now: await tx.clock() });
  const isRemoved = fields.remove_profile === 'true';
  const profile = stored === undefined ? (isRemoved ? null : user.profile) : avatarPath(stored);
  const isNewEmail = fields.email.toLowerCase() !== user.email?.toLowerCase();
  await tx.orm
    .update(users)
    .set({ fullName: fields.full_name, profile, ...(isNewEmail && { emailPending: fields.email }) })
    .where(eq(users.id, userId));
  if (isNewEmail) await requestEmail(tx, deps, { email: fields.email, network });
  await deps.sessions.publishUserChanges(tx, [userId]);
  await invalidateUserRooms(tx, [userId]);
  return { replaced: user.profile === profile ? null : storedAvatar(user.profile) };
}

/** Executes the same statements for a free and for a taken address; only the mail differs, and its reader owns the address. */
async function requestEmail(
  tx: Transaction,
  deps: ProfileDeps,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const owner = await findUserByEmail(tx, email);
  const code = await issueCode(
    tx,
    deps,
    { purpose: 'change_email', email },
    { network, isKnownDevice: false },
  );
  const minutes = deps.settings.get('oneTimeCodeMinutes');
  const mail = owner ? addressInUseMail(deps.config.publicUrl) : changeCodeMail(code, minutes);
  await deps.mail.enqueue(tx, { to: email, ...mail });
}

/** Returns the name of the stored picture of a profile; null if it has none, or one of a provider. */
export const storedAvatar = (profile: string | null): string | null =>
  (profile === null ? undefined : avatarName(profile)) ?? null;
