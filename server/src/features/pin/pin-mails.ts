import { paths } from '@copup/shared/page-paths.ts';
import type { NewMail } from '../../mail/mail.ts';
import type { CodeMail } from '../../one-time-codes/send-code.ts';

/** Returns the mail with a recovery code; an address without an account learns that it has none. */
export const recoveryMail =
  (publicUrl: string): CodeMail =>
  (code, user, minutes) =>
    user
      ? {
          subject: `${code} is your Copup code`,
          body: `Your code to set a new PIN is ${code}. Enter it at ${publicUrl}${paths.setPin}.

It expires in ${minutes} minutes and can be used once. Nobody from Copup will ever ask you for it.
If you did not request it, ignore this mail.
`,
        }
      : {
          subject: 'There is no Copup account with this address',
          body: `We received a request to recover a PIN for this address, which has no account.

Perhaps you registered with another one; or register at ${publicUrl}${paths.register}.
If it was not you, ignore this mail.
`,
        };

export function pinChangedMail(publicUrl: string, hours: number): Pick<NewMail, 'subject' | 'body'> {
  return {
    subject: 'The PIN of your Copup account was changed',
    body: `The PIN of your Copup account was changed. For ${hours} hours only small sends are accepted, and no payouts.

If it was not you, set a new password at ${publicUrl}${paths.forgotPassword} at once, then recover your PIN.
`,
  };
}
