import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { Viewer } from '../sessions/sessions.ts';

/** The owner of a referral code. */
export interface Referrer {
  id: string;
  username: string;
  isDeleted: boolean;
}

/** Finds the user of this realm with the referral code of a link (T4), also one who was deleted. */
export async function findReferrer(db: Database, realm: number, code: string): Promise<Referrer | undefined> {
  const { rows } = await db.pool.query<Referrer>({
    name: 'affiliate-referrer',
    text: `SELECT id, username::text AS username, deleted_at IS NOT NULL AS "isDeleted" FROM users
      WHERE referral_code = $1 AND realm = $2`,
    values: [code.toUpperCase(), realm],
  });
  return rows[0];
}

/**
 * Returns the referrer of a user who joins through a link. Refuses a code that never existed in the user's realm and
 * the user's own (T2). The owner of an old link may be deleted or an operator by now: the user joins, and
 * `recordReferrals` does not count it.
 */
export async function requireReferrer(
  db: Database,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  code: string,
): Promise<string> {
  const referrer = await findReferrer(db, realm, code);
  if (!referrer) throw unknownReferrer();
  if (referrer.id === userId) throw ownLink();
  return referrer.id;
}

export const unknownReferrer = () =>
  new Refusal('UNKNOWN_REFERRER', 'This link is not valid: its referral code does not exist.');
const ownLink = () => new Refusal('OWN_LINK', 'You cannot join through your own link.');
