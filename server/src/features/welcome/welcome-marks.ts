import { createHmac, hkdfSync } from 'node:crypto';
import { users } from '../../accounts/users.tables.ts';
import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { knownDevices } from '../../sessions/sessions.tables.ts';

const MARK_BYTES = 16;
const ignoresDots = new Set(['gmail.com', 'googlemail.com']);

/** Returns the form of an e-mail address in which the usual spellings of one mailbox are equal. Pure. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  const domain = email.slice(at + 1).toLowerCase();
  if (!ignoresDots.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

type MarkDeps = Pick<Deps, 'config'>;

/**
 * Marks the user's address and known devices. A mark cannot be traced to an address, a device, a user or a time, so it
 * may stay when the account is deleted (S7). Returns the number of devices, and whether one of all was marked before.
 */
export async function leaveMarks(
  tx: Transaction,
  deps: MarkDeps,
  userId: string,
): Promise<{ devices: number; wasMarked: boolean }> {
  const { marks, devices } = await marksOf(tx, deps, userId);
  const { rowCount } = await tx.client.query({
    name: 'welcome-marks',
    text: 'INSERT INTO welcome_marks (mark) SELECT unnest($1::bytea[]) ON CONFLICT DO NOTHING',
    values: [marks],
  });
  return { devices, wasMarked: rowCount !== marks.length };
}

/** Returns whether the user's address or one of the known devices was marked before. */
export async function isMarked(db: Database, deps: MarkDeps, userId: string): Promise<boolean> {
  const { marks } = await marksOf(db, deps, userId);
  const { rowCount } = await db.pool.query({
    name: 'welcome-is-marked',
    text: 'SELECT FROM welcome_marks WHERE mark = ANY ($1::bytea[])',
    values: [marks],
  });
  return rowCount !== 0;
}

/** Returns the distinct marks in one order, so that two transactions cannot wait for each other. */
async function marksOf(
  { orm }: Pick<Database, 'orm'>,
  { config }: MarkDeps,
  userId: string,
): Promise<{ marks: Buffer[]; devices: number }> {
  const [user] = await orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const devices = await orm
    .select({ hash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId));
  const facts = devices.map(({ hash }) => `device:${hash.toString('base64url')}`);
  if (user?.email) facts.push(`email:${mailboxOf(user.email)}`);
  const key = Buffer.from(hkdfSync('sha256', config.secretsKey, '', 'copup welcome marks', 32));
  const marks = facts.map((fact) => createHmac('sha256', key).update(fact).digest().subarray(0, MARK_BYTES));
  return { marks: marks.sort(Buffer.compare), devices: devices.length };
}
