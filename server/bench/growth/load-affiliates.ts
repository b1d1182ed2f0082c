import type { Client } from 'pg';
import { ENTRY_COINS, idOf, type WorldSql } from './world-shape.ts';

/** One in this many users is flagged. */
const FLAGGED_EVERY = 50;
/** Checked this often, after which no sweep reads a referral again. */
const ALL_CHECKS = 3;

/** Every entry was paid through the link of the next user: a link and a referral for each entry. */
export async function loadAffiliates(client: Client, world: WorldSql): Promise<void> {
  const entries = `${world.entries}, LATERAL (SELECT (u + 1) % ${world.users} AS r) AS next`;
  const referrer = idOf('user', 'r');
  const isFlagged = `(u % ${FLAGGED_EVERY} = 0)`;
  await client.query(
    `INSERT INTO affiliate_links (subject_kind, subject_id, user_id, created_at)
     SELECT 'auction', ${world.auctionId}, ${referrer}, now() - interval '1 hour' FROM ${entries}`,
  );
  await client.query(
    `INSERT INTO affiliate_referrals (subject_kind, subject_id, referrer_id, user_id, paid, network, no, flags, checks, check_at,
       created_at)
     SELECT 'auction', ${world.auctionId}, ${referrer}, ${idOf('user', 'u')}, ${ENTRY_COINS}, '102.89.0.0/16', 1,
       CASE WHEN ${isFlagged} THEN '{same_network}'::text[] ELSE '{}' END, ${ALL_CHECKS}, NULL, now() - interval '1 hour'
     FROM ${entries}`,
  );
  await client.query(
    `INSERT INTO affiliate_referrers (referrer_id, referrals, flagged)
     SELECT ${referrer}, count(*), count(*) FILTER (WHERE ${isFlagged}) FROM ${entries} GROUP BY r`,
  );
}
