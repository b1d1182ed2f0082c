import { avatarName, avatarPath } from '@copup/shared/images.ts';
import type { ProfileFields } from '@copup/shared/people.ts';
import { eq } from 'drizzle-orm';
import { findUser, findUserByEmail, lockUser } from '../../accounts/users.queries.ts';
import { users } from '../../accounts/users.tables.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { issueCode } from '../../one-time-codes/one-time-codes.ts';
import { requireRecentSignIn } from '../../sessions/recent-sign-in.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { changeUsername } from './change-username.ts';
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
  const stored = picture && (await deps.uploads.storeAvatar(picture));
  let replaced: string | null;
  try {
    replaced = await inTransaction(deps.db, (tx) =>
      writeProfile(tx, deps, viewer, { fields, network, stored }),
    );
  } catch (error) {
    if (stored !== undefined) await deps.uploads.removeAvatar(stored);
    throw error;
  }
  await deps.sessions.readChanges();
  if (replaced !== null) await removeAvatar(deps, replaced);
}

/** Returns the picture that the user no longer has. */
async function writeProfile(
  tx: Transaction,
  deps: ProfileDeps,
  { userId }: Viewer,
  { fields, network, stored }: Omit<ProfileUpdate, 'picture'> & { stored: string | undefined },
): Promise<string | null> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw accountDeleted();
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
  return user.profile === profile ? null : user.profile;
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

/** Removes the files of a picture that no row refers to. A failure leaves files behind and is logged. */
export async function removeAvatar(
  { uploads, log }: Pick<Deps, 'uploads' | 'log'>,
  profile: string,
): Promise<void> {
  const name = avatarName(profile);
  if (name === undefined) return;
  await uploads.removeAvatar(name).catch((err: unknown) => log.error({ err }, 'removing a picture failed'));
}
