import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { userRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';

/** The facts of a subject that users join through links. */
export interface PromotedSubject {
  kind: AffiliateKind;
  id: number;
  name: string;
  realm: number;
  /** 0 for a subject that is not promoted. */
  targetUsers: number;
}

/** A user who joined through a link, in the same transaction. */
export interface NewReferral {
  /** From `requireReferrer`. */
  referrerId: string;
  userId: string;
  username: string;
  /** Coins that the entry cost, by the part of the wallet. */
  paidAvailable: number;
  paidBonus: number;
  /** The network prefix of the request. */
  network: string | null;
}

/**
 * Writes the referrals of users who join one subject (T2), a notice for each, and invalidates the rooms of their
 * referrers, so that the progress moves at once. Free entries, those paid with bonus coins, and links whose owner is
 * an operator, deleted or of another realm, do not count. Call it after the entries and their transfers, before other notices: it locks the
 * referrers' inboxes, in the order of their ids (L5).
 */
export async function recordReferrals(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  subject: PromotedSubject,
  referrals: readonly NewReferral[],
): Promise<void> {
  const paying =
    subject.targetUsers > 0
      ? referrals.filter(({ paidAvailable, paidBonus }) => paidAvailable > 0 && paidBonus === 0)
      : [];
  if (paying.length === 0) return;
  await invalidateReferrers(tx, [...new Set(paying.map(({ referrerId }) => referrerId))]);
  const counted = await insertReferrals(tx, subject, paying);
  const usernames = new Map(paying.map(({ userId, username }) => [userId, username]));
  for (const { referrerId } of counted) tx.invalidate(userRoom(referrerId));
  await notices.write(
    tx,
    counted.map(({ referrerId, userId, no }) => ({
      userId: referrerId,
      kind: 'referral',
      subject: { kind: subject.kind, id: String(subject.id) },
      details: {
        name: subject.name,
        username: usernames.get(userId),
        counted: no,
        target: subject.targetUsers,
      },
    })),
  );
}

/** Gives the rooms of the referrers a new version under the locks of their inboxes. */
async function invalidateReferrers(tx: Transaction, referrerIds: readonly string[]): Promise<void> {
  await tx.client.query({
    name: 'affiliate-referrers-lock',
    text: `WITH locked AS (
        SELECT user_id FROM inboxes WHERE user_id = ANY($1::uuid[]) ORDER BY user_id FOR NO KEY UPDATE)
      UPDATE inboxes i SET version = i.version + 1 FROM locked WHERE i.user_id = locked.user_id`,
    values: [referrerIds],
  });
}

interface Counted {
  referrerId: string;
  userId: string;
  no: number;
}

/**
 * Inserts in the order given. Runs after the locks in a statement of its own: it sees the referrals that other
 * transactions have numbered, and whether the referrer was deleted meanwhile.
 */
async function insertReferrals(
  tx: Transaction,
  { kind, id, realm }: PromotedSubject,
  referrals: readonly NewReferral[],
): Promise<Counted[]> {
  const { rows } = await tx.client.query<Counted>({
    name: 'affiliate-referrals-insert',
    text: `WITH written AS (
        INSERT INTO affiliate_referrals (realm, subject_kind, subject_id, referrer_id, user_id, paid, network, check_at, no)
        SELECT $3, $1, $2, n.referrer_id, n.user_id, n.paid, n.network, CASE WHEN $3 = 0 THEN clock_timestamp() END,
          row_number() OVER (PARTITION BY n.referrer_id ORDER BY n.nth)
            + coalesce((SELECT max(r.no) FROM affiliate_referrals r
                WHERE r.referrer_id = n.referrer_id AND r.subject_kind = $1 AND r.subject_id = $2), 0)
        FROM unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::text[])
            WITH ORDINALITY AS n (referrer_id, user_id, paid, network, nth)
          JOIN users u ON u.id = n.referrer_id AND u.realm = $3 AND u.role = 0 AND u.deleted_at IS NULL
        -- A user who left and enters again stays with the first referrer (A14).
        WHERE NOT EXISTS (SELECT FROM affiliate_referrals r
          WHERE r.subject_kind = $1 AND r.subject_id = $2 AND r.user_id = n.user_id)
        ORDER BY n.nth
        RETURNING referrer_id, user_id, no
      ), linked AS (
        INSERT INTO affiliate_links (subject_kind, subject_id, user_id)
        SELECT $1, $2, referrer_id FROM written WHERE no = 1 ON CONFLICT DO NOTHING
      )
      SELECT referrer_id AS "referrerId", user_id AS "userId", no FROM written`,
    values: [
      kind,
      id,
      realm,
      referrals.map(({ referrerId }) => referrerId),
      referrals.map(({ userId }) => userId),
      referrals.map(({ paidAvailable }) => paidAvailable),
      referrals.map(({ network }) => network),
    ],
  });
  return rows;
}
