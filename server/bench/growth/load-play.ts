import type { Client } from 'pg';
import { eachUser, userId } from './load-users.ts';
import type { WorldSql } from './world-shape.ts';

/** One in this many users has set limits. */
const LIMITED_EVERY = 4;
/** Days on which each user played before. */
const EARLIER_DAYS = 40;
const parts = "('available', 'held', 'bonus')";
const spends = "('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now')";

/** Inserts limits, their changes, the time of play, and the days that the trigger on postings writes otherwise. */
export async function loadPlay(client: Client, world: WorldSql): Promise<void> {
  const users = eachUser(world);
  const day = "(now() AT TIME ZONE 'Africa/Lagos')::date";
  // All postings count on yesterday, so that the days stay in the order of the wallets' numbers.
  await client.query(
    `INSERT INTO play_days (user_id, day, spent, refunded, won, first_seq)
     SELECT user_id, ${day} - 1, coalesce(sum(debit) FILTER (WHERE kind IN ${spends}), 0),
       coalesce(sum(-debit) FILTER (WHERE kind = 'refund'), 0), coalesce(sum(-debit) FILTER (WHERE kind = 'prize'), 0), 1
     FROM (
       SELECT t.kind, CASE WHEN p.source IN ${parts} THEN p.source_id ELSE p.destination_id END AS user_id,
         CASE WHEN p.source IN ${parts} THEN p.amount ELSE -p.amount END AS debit
       FROM transfers t JOIN postings p ON p.transfer_id = t.id
       WHERE (t.kind IN ${spends} OR t.kind IN ('refund', 'prize')) AND p.unit = 'coin'
         AND (p.source IN ${parts}) <> (p.destination IN ${parts})
     ) AS moved GROUP BY user_id`,
  );
  await client.query(
    `INSERT INTO play_days (user_id, day, first_seq)
     SELECT ${userId}, ${day} - 2 - nth, 0 FROM ${users}, generate_series(0, ${EARLIER_DAYS - 1}) AS nth`,
  );
  await client.query(
    `INSERT INTO play_limits (user_id, realm, day_limit, week_limit, next_week_limit, week_changes_at)
     SELECT ${userId}, 0, 100000, 400000, 500000, now() + interval '12 hours' FROM ${users} WHERE u % ${LIMITED_EVERY} = 0`,
  );
  await client.query(
    'UPDATE wallets w SET is_restricted = true FROM play_limits l WHERE l.user_id = w.user_id',
  );
  await client.query(
    `INSERT INTO play_limit_changes (user_id, kind, amount, at)
     SELECT user_id, 'day_limit', 100000, now() FROM play_limits, generate_series(1, 60) AS nth`,
  );
  await client.query(
    `INSERT INTO play_sessions (user_id, started_at, seen_at, played_ms)
     SELECT ${userId}, now() - interval '1 hour', now(), 3000000 FROM ${users}`,
  );
}
