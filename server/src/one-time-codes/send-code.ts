import { findUserByEmail } from '../accounts/users.queries.ts';
import type { UserRow } from '../accounts/users.tables.ts';
import type { ClientFacts } from '../client-facts.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { NewMail } from '../mail/mail.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { type CodeOwner, issueCode } from './one-time-codes.ts';

/**
 * Writes the mail with a code. `user` is the account with the address, if there is one: a mail to an address that may
 * not use the code leaves the code out.
 */
export type CodeMail = (
  code: string,
  user: UserRow | undefined,
  minutes: number,
) => Pick<NewMail, 'subject' | 'body'>;

/**
 * Mails a code (S1). Executes the same statements, draws and hashes whether or not the address has an account; only the
 * mail differs, and its reader owns the address. The mail is sent after the commit, by a job.
 */
export async function sendCode(
  deps: Pick<Deps, 'db' | 'config' | 'settings' | 'newId' | 'randomBytes' | 'mail' | 'limits'>,
  owner: CodeOwner,
  { network, deviceToken }: Pick<ClientFacts, 'network' | 'deviceToken'>,
  codeMail: CodeMail,
): Promise<void> {
  const knownDevice = await findKnownDevice(deps.db, owner.email, deviceToken);
  deps.limits.consume('code', `${owner.email.toLowerCase()} ${knownDevice ?? network}`);
  await inTransaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, owner.email);
    // A code that its owner may not use is stored like any other and never mailed.
    const code = await issueCode(tx, deps, owner, { network, isKnownDevice: knownDevice !== undefined });
    const mail = codeMail(code, user, deps.settings.get('oneTimeCodeMinutes'));
    await deps.mail.enqueue(tx, { to: owner.email, ...mail });
  });
}
