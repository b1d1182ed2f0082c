import { paths } from '@copup/shared/page-paths.ts';
import type { NewMail } from '../mail/mail.ts';

type Text = Pick<NewMail, 'subject' | 'body'>;

/** Returns the mail of a code. `purpose` completes `Your code to`; `where` is the page where it is entered. */
export const codeMail = (
  purpose: string,
  { code, minutes, where }: { code: string; minutes: number; where?: string },
): Text => ({
  subject: `${code} is your Copup code`,
  body: `Your code to ${purpose} is ${code}.${where === undefined ? '' : ` Enter it at ${where}.`}

It expires in ${minutes} minutes and can be used once. Copup never asks you for it by phone or message.
If you did not request it, ignore this mail.
`,
});

/** Returns the mail for an address without an account. `request` completes `We received a request to`. */
export const noAccountMail = (request: string, publicUrl: string): Text => ({
  subject: 'There is no Copup account with this address',
  body: `We received a request to ${request} for this address, which has no account.

Perhaps you registered with another one; or register at ${publicUrl}${paths.register}.
If it was not you, ignore this mail.
`,
});
