import { paths } from '@copup/shared/page-paths.ts';
import type { NewMail } from '../../mail/mail.ts';
import { codeMail } from '../../one-time-codes/code-mails.ts';

type Text = Pick<NewMail, 'subject' | 'body'>;

export const changeCodeMail = (code: string, minutes: number): Text =>
  codeMail('use this address for your Copup account', { code, minutes });

/** To the owner of an address that another account requested: the reply to it does not show that the address is taken. */
export const addressInUseMail = (publicUrl: string): Text => ({
  subject: 'You already have a Copup account',
  body: `Another Copup account asked to use this address, which belongs to your account. Nothing was changed.

If it was you, sign in to the account of this address at ${publicUrl}${paths.login}.
If it was not you, ignore this mail.
`,
});

/** To the old address, when the new one takes effect (S6). */
export const addressChangedMail = (publicUrl: string): Text => ({
  subject: 'The e-mail address of your Copup account was changed',
  body: `Your Copup account now has another e-mail address. Mails no longer go to this one.

If it was not you, write to us at once: ${publicUrl}${paths.home} shows the address of our support.
`,
});
