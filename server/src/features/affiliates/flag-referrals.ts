import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';

/** Referrals of one statement, and statements of one run. */
const BATCH = 200;
const BATCHES = 50;
const EVERY_MS = 10_000;
/** Links from user to user within one subject, from which on they are a chain. */
const CHAIN = 3;

const isChain = `EXISTS (SELECT FROM affiliate_referrals o WHERE o.referrer_id = r.user_id AND o.user_id = r.referrer_id)
  OR (WITH RECURSIVE up AS (
      SELECT r.referrer_id AS user_id, 1 AS links
      UNION ALL SELECT o.referrer_id, up.links + 1 FROM up JOIN affiliate_referrals o
        ON o.subject_kind = r.subject_kind AND o.subject_id = r.subject_id AND o.user_id = up.user_id
      WHERE up.links < ${CHAIN}
    ) SELECT max(links) FROM up) >= ${CHAIN}`;

/** By flag: the condition of referral `r` and its referred user `u`. */
const flags = {
  same_network: `r.network <> 'unknown' AND EXISTS (SELECT FROM sessions s
    WHERE s.user_id = r.referrer_id AND s.ended_at IS NULL AND s.network = r.network)`,
  same_device: `EXISTS (SELECT FROM known_devices a JOIN known_devices b ON b.token_hash = a.token_hash
    WHERE a.user_id = r.referrer_id AND b.user_id = r.user_id)`,
  same_bank_account: `EXISTS (SELECT FROM payouts a JOIN payouts b
      ON b.bank_id = a.bank_id AND b.account_number = a.account_number
    WHERE a.user_id = r.referrer_id AND b.user_id = r.user_id)`,
  chain: isChain,
  new_account: `u.created_at > r.created_at - interval '1 day'`,
};

const found = Object.entries(flags)
  .map(([flag, condition]) => `('${flag}', ${condition})`)
  .join(',\n');

const checkText = `WITH due AS MATERIALIZED (
    SELECT * FROM affiliate_referrals WHERE check_at <= statement_timestamp()
    ORDER BY check_at, id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ), checked AS MATERIALIZED (
    SELECT r.id, r.referrer_id, r.checks, r.flags AS before, ARRAY(
        SELECT unnest(r.flags) UNION SELECT flag FROM (VALUES ${found}) AS v (flag, is_set) WHERE is_set ORDER BY 1) AS flags
    FROM due r JOIN users u ON u.id = r.user_id
  ), written AS (
    UPDATE affiliate_referrals r SET flags = c.flags, checks = r.checks + 1, check_at = CASE r.checks
        WHEN 0 THEN statement_timestamp() + interval '1 day'
        WHEN 1 THEN statement_timestamp() + interval '7 days'
        WHEN 2 THEN statement_timestamp() + interval '30 days' END
    FROM checked c WHERE r.id = c.id
  ), summed AS (
    INSERT INTO affiliate_referrers AS s (referrer_id, referrals, flagged)
    SELECT referrer_id, count(*) FILTER (WHERE checks = 0), count(*) FILTER (WHERE flags <> '{}' AND before = '{}')
    FROM checked GROUP BY referrer_id ORDER BY referrer_id
    ON CONFLICT (referrer_id) DO UPDATE
      SET referrals = s.referrals + excluded.referrals, flagged = s.flagged + excluded.flagged
  )
  SELECT count(*)::int AS checked FROM checked`;

/**
 * Checks referrals for signs of fraud, soon after the join and again after 1, 8 and 38 days, since devices and payout
 * accounts in common appear later. A flag that was found remains. Several servers may run it concurrently.
 */
export async function flagReferrals(db: Database): Promise<void> {
  for (let nth = 0; nth < BATCHES; nth += 1) {
    const { rows } = await db.pool.query<{ checked: number }>({
      name: 'affiliate-flags',
      text: checkText,
    });
    if ((rows[0]?.checked ?? 0) < BATCH) return;
  }
}

export const affiliateJobs = ({ db }: Pick<Deps, 'db'>): DefinedJobs => ({
  sweeps: [{ name: 'affiliate-flags', everyMs: EVERY_MS, run: () => flagReferrals(db) }],
});
