import { paths } from '@copup/shared/page-paths.ts';
import type { NewMail } from '../../mail/mail.ts';
import { codeMail, noAccountMail } from '../../one-time-codes/code-mails.ts';
import type { CodeMail } from '../../one-time-codes/send-code.ts';

/** Returns the mail with a recovery code; the mail to an address without an account states that it has none. */
export const recoveryMail =
  (publicUrl: string): CodeMail =>
  (code, user, minutes) =>
    user
      ? codeMail('set a new PIN', { code, minutes, where: `${publicUrl}${paths.setPin}` })
      : noAccountMail('recover a PIN', publicUrl);

export function pinChangedMail(publicUrl: string, hours: number): Pick<NewMail, 'subject' | 'body'> {
  return {
    subject: 'The PIN of your Copup account was changed',
    body: `The PIN of your Copup account was changed. For ${hours} hours only small sends are accepted, and no payouts.

If it was not you, set a new password at ${publicUrl}${paths.forgotPassword} at once, then recover your PIN.
`,
  };
}
