import { paths } from '@copup/shared/page-paths.ts';
import type { NewMail } from '../../mail/mail.ts';
import { codeMail, noAccountMail } from '../../one-time-codes/code-mails.ts';
import type { CodeMail } from '../../one-time-codes/send-code.ts';

type Text = Pick<NewMail, 'subject' | 'body'>;

/** The codes of visitors. */
export type SignInPurpose = 'register' | 'reset_password';

/** Returns the mail of a visitor's code: for an address that may not use it, the reason in place of the code. */
export const mailOf =
  (purpose: SignInPurpose, publicUrl: string): CodeMail =>
  (code, user, minutes) => {
    const isForNewUser = purpose === 'register';
    return isForNewUser === (user === undefined)
      ? codeMail(isForNewUser ? 'create your Copup account' : 'set a new password', { code, minutes })
      : strangerMail(purpose, publicUrl);
  };

/** Returns the mail for an address that already has an account, or has none: it states why no code was sent. */
function strangerMail(purpose: SignInPurpose, publicUrl: string): Text {
  if (purpose === 'register') {
    return {
      subject: 'You already have a Copup account',
      body: `We received a request to register with this address, which already has an account.

Sign in at ${publicUrl}${paths.login}, or set a new password at ${publicUrl}${paths.forgotPassword}.
If it was not you, ignore this mail.
`,
    };
  }
  return noAccountMail('set a new password', publicUrl);
}
