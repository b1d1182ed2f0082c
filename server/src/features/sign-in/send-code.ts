import { findUserByEmail } from '../../accounts/users.queries.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { type CodeOwner, issueCode } from '../../one-time-codes/one-time-codes.ts';
import { codeMail, type SignInPurpose, strangerMail } from './code-mails.ts';

/**
 * Mails a code (S1). Executes the same statements, draws and hashes whether or not the address has an account; only the
 * mail differs, and its reader owns the address. The mail is sent after the commit, by a job.
 */
export async function sendCode(
  deps: Pick<Deps, 'db' | 'config' | 'settings' | 'newId' | 'randomBytes' | 'mail' | 'limits'>,
  owner: CodeOwner & { purpose: SignInPurpose },
  { network }: Pick<ClientFacts, 'network'>,
): Promise<void> {
  deps.limits.consume('code', `${owner.email.toLowerCase()} ${network}`);
  await inTransaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, owner.email);
    const code = await issueCode(tx, deps, owner, network);
    const isForNewUser = owner.purpose === 'register';
    const mayUse = isForNewUser ? user === undefined : user !== undefined;
    const minutes = deps.settings.get('oneTimeCodeMinutes');
    // A code that its owner may not use is stored like any other and never mailed.
    await deps.mail.enqueue(tx, {
      to: owner.email,
      ...(mayUse
        ? codeMail(owner.purpose, code, minutes)
        : strangerMail(owner.purpose, deps.config.publicUrl)),
    });
  });
}
