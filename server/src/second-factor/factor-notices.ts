import type { Transaction } from '../db/in-transaction.ts';
import type { Mail } from '../mail/mail.ts';

interface MailDeps {
  mail: Pick<Mail, 'enqueue'>;
}

const factorMails = {
  enrolled: 'A second factor was added to your Copup account',
  disabled: 'The second factor of your Copup account was removed',
  reset: 'Operators reset the second factor of your Copup account',
  recoveryCode: 'A recovery code was used to sign in to your Copup account',
  newRecoveryCodes: 'Your Copup account has new recovery codes',
} as const;

/** Mails the owner about a change of the second factor. */
export async function mailFactorChange(
  tx: Transaction,
  { mail }: MailDeps,
  { email }: { email: string | null },
  what: keyof typeof factorMails,
): Promise<void> {
  if (email === null) return;
  const subject = factorMails[what];
  const body = `${subject}.\n\nIf it was not you, set a new password at once and tell another operator.\n`;
  await mail.enqueue(tx, { to: email, subject, body });
}
