import { createHash } from 'node:crypto';
import { paths } from '@copup/shared/page-paths.ts';
import { findUserByEmail, lockUser } from '../accounts/users.queries.ts';
import { users } from '../accounts/users.tables.ts';
import type { Database } from '../db/database.ts';
import { eq } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import type { NewMail } from '../mail/mail.ts';
import { writeAudit } from './write-audit.ts';

type LinkDeps = Pick<Deps, 'randomBytes'> & { publicUrl: string };

const HOURS = 24;
const TOKEN_BYTES = 32;

/** The token is 256 random bits, so an unsalted hash reveals nothing about it. */
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Returns a new link with which a first operator chooses a password, once, within 24 hours (O3a); an earlier link of the
 * operator ends. The token is in the fragment, which browsers send to no server.
 */
export async function openOperatorLink(
  tx: Transaction,
  { randomBytes, publicUrl }: LinkDeps,
  userId: string,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.client.query(
    `INSERT INTO operator_links (user_id, token_hash, expires_at)
     VALUES ($1, $2, clock_timestamp() + interval '${HOURS} hours')
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, hashOf(token)],
  );
  return `${publicUrl}${paths.resetPassword}#${token}`;
}

export const linkMail = (link: string): Pick<NewMail, 'subject' | 'body'> => ({
  subject: 'You are an operator of Copup',
  body: `Choose a password for your account at ${link}.
Then sign in and enrol a second factor.

The link expires in ${HOURS} hours and can be used once. Copup never asks you for it.
`,
});

/**
 * Opens a link for a first operator from the command line, where mail does not work, audited. Refused once the operator
 * has a password: then it is reset by mail.
 */
export async function openLinkOnHost(db: Database, deps: LinkDeps, email: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (user?.role !== 1 || !user.isFirstOperator)
      throw new Refusal('USER_NOT_FOUND', `There is no first operator with the address ${email}.`);
    if (user.passwordHash !== null)
      throw new Refusal('FORBIDDEN', `${email} has chosen a password. It can be reset by mail.`);
    const subject = { kind: 'user', id: user.id };
    await writeAudit(tx, { operatorId: user.id, action: 'operator.link-on-host', subject });
    return openOperatorLink(tx, deps, user.id);
  });
}

const wrongLink = () => new Refusal('WRONG_CODE', 'This link was used, replaced or has expired.');

/** Throws WRONG_CODE unless the link is open: before a password is hashed for it. */
export async function assertOpenLink({ pool }: Database, token: string): Promise<void> {
  const { rows } = await pool.query(
    'SELECT FROM operator_links WHERE token_hash = $1 AND expires_at > statement_timestamp()',
    [hashOf(token)],
  );
  if (rows.length === 0) throw wrongLink();
}

/** Sets the password of the operator whose link it is, and ends the link. Throws WRONG_CODE. */
export async function useOperatorLink(tx: Transaction, token: string, passwordHash: string): Promise<void> {
  const { rows } = await tx.client.query<{ userId: string }>(
    'DELETE FROM operator_links WHERE token_hash = $1 AND expires_at > statement_timestamp() RETURNING user_id AS "userId"',
    [hashOf(token)],
  );
  const user = rows[0] && (await lockUser(tx, rows[0].userId));
  // Another way to a password, such as a reset by mail, ends the link as well.
  if (user?.role !== 1 || user.passwordHash !== null) throw wrongLink();
  await tx.orm.update(users).set({ passwordHash }).where(eq(users.id, user.id));
}
