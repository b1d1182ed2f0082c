import { defineCalls } from '../call.ts';
import {
  ConfirmEmailBody,
  DeleteAccountBody,
  DeletionPreview,
  PendingOfUser,
  ProfileFields,
  Referrals,
} from '../people.ts';
import { Profile } from '../users.ts';
import { CursorQuery, Message, UuidParams } from '../wire.ts';

/** Deletion of the caller's own account (S7). */
export const accountDeletionCalls = defineCalls('users', {
  'GET /user/deletion-preview': {
    summary: 'What prevents the deletion of the account, and the coins to forfeit',
    reply: DeletionPreview,
  },
  'DELETE /user/delete': {
    summary: 'Deletes the account with the password; erases personal data and ends every session',
    limit: 'confirm',
    movesCoins: true,
    errors: ['WRONG_PASSWORD', 'REAUTH_NEEDED', 'DELETION_BLOCKED', 'FORFEIT_NEEDED'],
    body: DeleteAccountBody,
    reply: Message,
  },
});

/** What is pending of one player, for operators (O1). */
export const pendingCalls = defineCalls('operators: users', {
  'GET /admin/users/:id/pending': {
    summary: 'Payments, payouts, trades, orders, entries, disputes and debts of a user that are not over',
    errors: ['USER_NOT_FOUND'],
    params: UuidParams,
    reply: PendingOfUser,
  },
});

/** GET /user/referrals: users who registered with the caller's code. */
export const referralsCalls = defineCalls('users', {
  'GET /user/referrals': {
    summary: 'Users who registered with the own code, newest first; X-Total-Count has their number',
    query: CursorQuery,
    reply: Referrals,
  },
});

export const profileCalls = defineCalls('users', {
  'GET /user/profile': {
    summary: 'The signed-in user, with balances',
    reply: Profile,
  },
  'PUT /user/profile': {
    summary:
      'Changes the profile: multipart/form-data with full_name, username, email, and optionally the file profile (PNG, JPEG or WebP of at most 5 MB) or remove_profile',
    limit: 'payment',
    form: { picture: 'profile', isPictureOptional: true, pictureMb: 5, fields: ProfileFields },
    errors: ['USERNAME_TOO_SOON', 'USERNAME_TAKEN', 'REAUTH_NEEDED', 'BAD_IMAGE'],
    reply: Message,
  },
  'POST /user/profile/confirm-email': {
    summary:
      'Makes the pending e-mail address the user’s, with the code mailed to it; 202 for an operator, whose change a second one must approve (O3a)',
    limit: 'credentials',
    errors: ['WRONG_CODE', 'EMAIL_TAKEN', 'ALREADY_REQUESTED'],
    body: ConfirmEmailBody,
    reply: Message,
    mayWait: true,
  },
});
