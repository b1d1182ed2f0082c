import { Client } from 'pg';
import { loadAffiliates } from './load-affiliates.ts';
import { loadBets, payBets } from './load-bets.ts';
import { loadContests, payPrizes } from './load-contests.ts';
import { loadHeists } from './load-heists.ts';
import { loadLedger } from './load-ledger.ts';
import { loadPlay } from './load-play.ts';
import { loadSpins } from './load-spins.ts';
import { loadTasks } from './load-tasks.ts';
import { eachUser, loadWelcome, userId } from './load-users.ts';
import { loadPayments } from './load-wallet.ts';
import { BID_INCREMENT, ENTRY_COINS, idOf, type WorldShape, type WorldSql, worldSql } from './world-shape.ts';

/** Settled auctions of one day: history grows by more days, not by more auctions a day. */
const SETTLED_A_DAY = 90;
const MINUTES_A_DAY = 1_440;

/**
 * Fills a migrated, empty database with a world of this size by set-based inserts, as the owner, with the triggers of
 * the tables disabled. The rows are as the product would have left them, so that the audit of the ledger passes.
 */
export async function loadWorld(ownerUrl: string, shape: WorldShape): Promise<WorldSql> {
  const world = worldSql(shape);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // VACUUM marks pages as all-visible, for index-only scans, only when the commits are on disk.
    await client.query('SET synchronous_commit = on');
    const { rows: guarded } = await client.query<{ table: string }>(
      `SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind <> 'v' AND NOT t.tgisinternal`,
    );
    const forEachTable = (what: string) =>
      client.query(guarded.map(({ table }) => `ALTER TABLE ${table} ${what} TRIGGER USER`).join(';'));
    await forEachTable('DISABLE');
    await loadUsers(client, world);
    await loadAuctions(client, world);
    await loadLedger(client, world);
    await loadOrders(client, world);
    await loadContests(client, world);
    await loadHeists(client, world);
    await loadAffiliates(client, world);
    await loadSpins(client, world);
    await loadWelcome(client, world);
    await loadBets(client, world);
    await loadPayments(client, world, operatorId(world, 0));
    await loadTasks(client, world, operatorId(world, 0));
    await loadPlay(client, world);
    await loadWhatUsersLeave(client, world);
    await loadWhatOperatorsDo(client, world);
    await forEachTable('ENABLE');
    await payPrizes(ownerUrl);
    await payBets(ownerUrl);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return world;
}

/** The ids of the two operators follow those of the players. */
const operatorId = ({ users }: WorldSql, nth: 0 | 1) => idOf('user', String(users + nth));

async function loadUsers(client: Client, world: WorldSql): Promise<void> {
  const isOperator = `(u >= ${world.users})`;
  await client.query(
    `INSERT INTO users (id, role, username, email, full_name, wallet_address, referral_code, created_at, is_first_operator, operator_role,
       operator_since)
     SELECT ${userId}, ${isOperator}::int, name, name || '@example.test',
       (ARRAY['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Funmi', 'Gozie', 'Halima', 'Ife', 'Jide'])[1 + u % 10] || ' ' ||
         (ARRAY['Obi', 'Balogun', 'Eze', 'Musa', 'Okafor', 'Adeyemi', 'Bello'])[1 + u / 10 % 7],
       'cp1' || md5('wallet' || u), upper(substr(md5('referral' || u), 1, 14)), now() - (${world.users} - u) * interval '1 minute',
       ${isOperator}, CASE WHEN ${isOperator} THEN 'owner' END, CASE WHEN ${isOperator} THEN now() - interval '100 days' END
     FROM (SELECT u, CASE WHEN ${isOperator} THEN 'growth_operator_' || u ELSE 'player_' || lpad(u::text, 7, '0') END AS name
       FROM generate_series(0, ${world.users + 1}) AS u) AS named`,
  );
  await client.query(
    `INSERT INTO wallets (user_id, realm) SELECT ${userId}, 0 FROM generate_series(${world.users}, ${world.users + 1}) AS u`,
  );
  await client.query(
    `INSERT INTO inboxes (user_id) SELECT ${userId} FROM generate_series(${world.users}, ${world.users + 1}) AS u`,
  );
}

async function loadAuctions(client: Client, world: WorldSql): Promise<void> {
  const leader = `(${world.winner})`;
  const settledAt = `now() - interval '1 hour' - (${world.auctions} - a) * interval '${Math.floor(MINUTES_A_DAY / SETTLED_A_DAY)} minutes'`;
  const liveEnd = `now() + interval '6 hours' + a * interval '1 second'`;
  const common = `id, name, category, price_kobo, entry_bid_points, bid_increment, status, status_at, starts_at, end_date,
    hard_end, current_bid_amount, leader_id, leader_username, seq, chain_head, chain_secret, entries_count, noticed_seq,
    settled_at, told_at`;
  const name = `(ARRAY['Kettle', 'Phone', 'Rice', 'Radio', 'Fan', 'Laptop', 'Blender', 'Shoes'])[1 + a % 8] || ' ' || lpad(a::text, 7, '0')`;
  const category = `(ARRAY['product', 'product', 'coupon', 'cash'])[1 + a % 4]`;
  await client.query(
    `INSERT INTO auctions (${common}) OVERRIDING SYSTEM VALUE
     SELECT ${world.auctionId}, ${name}, ${category}, 100000, ${ENTRY_COINS}, ${BID_INCREMENT},
       CASE WHEN is_live THEN 'active' ELSE 'completed' END, settled_at, settled_at - interval '1 day',
       CASE WHEN is_live THEN ${liveEnd} ELSE settled_at END,
       CASE WHEN is_live THEN ${liveEnd} + interval '1 hour' ELSE settled_at END,
       ${world.closingPrice}, ${idOf('user', leader)}, 'player_' || lpad(${leader}::text, 7, '0'), ${world.bidsOfAuction},
       sha256(convert_to(a || ':' || ${world.bidsOfAuction}, 'UTF8')), sha256(convert_to('secret' || a, 'UTF8')),
       ${world.participants}, ${world.bidsOfAuction}, CASE WHEN NOT is_live THEN settled_at END, CASE WHEN NOT is_live THEN settled_at END
     FROM (SELECT a, ${world.isLive} AS is_live, ${settledAt} AS settled_at
       FROM generate_series(0, ${world.auctions - 1}) AS a) AS numbered`,
  );
  await client.query(
    `INSERT INTO auctions (${common}) OVERRIDING SYSTEM VALUE
     SELECT ${world.auctionId}, ${name}, ${category}, 100000, ${ENTRY_COINS}, ${BID_INCREMENT}, 'pending', now(),
       now() + interval '2 days', now() + interval '3 days', now() + interval '4 days', 0, NULL, NULL, 0, sha256(''), sha256(''), 0, 0, NULL, NULL
     FROM generate_series(${world.auctions}, ${world.auctions + world.pending - 1}) AS a`,
  );
  // What a trigger writes otherwise.
  await client.query('INSERT INTO auction_names (auction_id, name) SELECT id, name FROM auctions');
  await client.query(
    `SELECT setval(pg_get_serial_sequence('auctions', 'id'), (SELECT max(id) FROM auctions))`,
  );
  await client.query(
    `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus, joined_at)
     SELECT ${world.auctionId}, ${userId}, ${idOf('entry fee', `pass * ${world.users} + u`)}, ${ENTRY_COINS}, 0,
       now() - (2 - pass) * interval '1 day' FROM ${world.entries}`,
  );
  // Half of them were notified; the others watch auctions whose end the servers missed.
  await client.query(
    `INSERT INTO auction_watches (user_id, auction_id, added_at, noticed_at)
     SELECT ${userId}, ${world.auctionId}, now() - (2 - pass) * interval '1 day',
       CASE WHEN u % 2 = 0 THEN now() - interval '1 hour' END FROM ${world.entries}`,
  );
}

/** Inserts orders for four of five won items; the fifth is still in the cart. */
async function loadOrders(client: Client, world: WorldSql): Promise<void> {
  const settled = `(SELECT a, ${world.winner} AS u, a % 5 <> 1 AS is_ordered FROM generate_series(0, ${world.auctions - 1}) AS a
    WHERE NOT ${world.isLive}) AS won`;
  await client.query(
    `INSERT INTO orders (id, user_id, auction_id, status, address, contact_info) OVERRIDING SYSTEM VALUE
     SELECT ${world.orderId}, ${userId}, ${world.auctionId},
       CASE WHEN a > ${world.auctions - 20} THEN 'processing' ELSE (ARRAY['shipped', 'delivered', 'delivered'])[1 + a % 3] END,
       'Broad Street, Lagos', '08030000000' FROM ${settled} WHERE is_ordered`,
  );
  await client.query(`SELECT setval(pg_get_serial_sequence('orders', 'id'), (SELECT max(id) FROM orders))`);
  await client.query(
    `INSERT INTO cart_items (user_id, auction_id, order_id)
     SELECT ${userId}, ${world.auctionId}, CASE WHEN is_ordered THEN ${world.orderId} END FROM ${settled}`,
  );
}

/** Inserts inboxes, sessions, devices, stored replies, mails and codes: recent enough that no purge deletes them. */
async function loadWhatUsersLeave(client: Client, world: WorldSql): Promise<void> {
  const users = eachUser(world);
  await client.query(`INSERT INTO inboxes (user_id, unread, version) SELECT ${userId}, 2, 5 FROM ${users}`);
  await client.query(
    `INSERT INTO notifications (id, user_id, kind, subject_kind, subject_id, details, created_at, read_at)
     SELECT ${idOf('notice', `nth * ${world.users} + u`)}, ${userId}, (ARRAY['credited', 'lost', 'lost', 'outbid', 'refunded'])[1 + nth],
       'auction', (1001 + nth)::text, '{}', now() - interval '1 hour', CASE WHEN nth < 3 THEN now() END
     FROM ${users}, generate_series(0, 4) AS nth`,
  );
  await client.query(
    `INSERT INTO sessions (id, user_id, created_at, expires_at, ended_at, end_reason)
     SELECT ${idOf('session', 'u')}, ${userId}, now(), now() + interval '1 day', NULL::timestamptz, NULL FROM ${users}
     UNION ALL
     SELECT ${idOf('old session', 'u')}, ${userId}, now() - interval '1 hour', now() + interval '23 hours', now(), 'logout' FROM ${users}`,
  );
  await client.query(
    `INSERT INTO known_devices (user_id, token_hash) SELECT ${userId}, sha256(convert_to('device' || u, 'UTF8')) FROM ${users}`,
  );
  await client.query(
    `INSERT INTO stored_replies (user_id, route, subject, key, input_hash, status, reply)
     SELECT ${userId}, 'auction/pay-entry', nth::text, 'growth', sha256(''), 200, '{"message": "Entry paid"}' FROM ${users}, generate_series(1, 2) AS nth`,
  );
  await client.query(
    `INSERT INTO mail_outbox (to_address, subject, body, sent_at)
     SELECT 'player_' || lpad(u::text, 7, '0') || '@example.test', '', '', now() FROM ${users}`,
  );
  await client.query(
    `INSERT INTO one_time_codes (id, purpose, email, salt, code_hash, expires_at, used_at)
     SELECT ${idOf('code', 'u')}, 'register', 'player_' || lpad(u::text, 7, '0') || '@example.test', sha256(''), sha256(''), now(), now()
     FROM ${users}`,
  );
  await client.query(
    `INSERT INTO notify_requests (feature, email) SELECT 'swap', 'guest_' || lpad(u::text, 7, '0') || '@example.test' FROM ${users}`,
  );
}

async function loadWhatOperatorsDo(client: Client, world: WorldSql): Promise<void> {
  const users = eachUser(world);
  // One in ten posts and links is not published.
  await client.query(
    `INSERT INTO posts (category, title, description, is_published, published_at)
     SELECT 'News', 'News ' || (ARRAY['Auction ', 'Heist ', 'Wallet ', 'Game '])[1 + u % 4] || lpad(u::text, 7, '0'), 'A text.', u % 10 <> 0,
       CASE WHEN u % 10 <> 0 THEN now() - u * interval '1 minute' END
     FROM ${users}`,
  );
  await client.query(
    `INSERT INTO instagram_posts (title, url, is_published)
     SELECT 'Winners', 'https://www.instagram.com/p/growth' || u || '/', u % 10 <> 0 FROM ${users}`,
  );
  await client.query(
    `INSERT INTO admin_audit (at, operator_id, action, subject_kind, subject_id)
     SELECT now() - (${world.users} - u) * interval '1 minute', ${operatorId(world, 0)},
       (ARRAY['user.adjust', 'order.ship', 'auction.edit', 'setting.change'])[1 + u % 4],
       (ARRAY['user', 'order', 'auction', 'setting'])[1 + u % 4],
       (ARRAY[${userId}::text, (100001 + u)::text, (1001 + u)::text, 'bidIncrement'])[1 + u % 4]
     FROM ${users}, generate_series(1, 3)`,
  );
  await client.query(
    `INSERT INTO approvals (action, subject_kind, subject_id, details, status, requested_by, decided_by, decided_at, why, beneficiary_id)
     SELECT 'user.adjust', 'user', ${userId}::text, '{"bid_points": 20000, "reason": "a gift"}',
       CASE WHEN is_open THEN 'pending' WHEN u % 3 = 0 THEN 'rejected' ELSE 'approved' END, ${operatorId(world, 0)},
       CASE WHEN NOT is_open THEN ${operatorId(world, 1)} END, CASE WHEN NOT is_open THEN now() END, 'amount', ${userId}
     FROM (SELECT u, u >= ${world.users - 5} AS is_open FROM ${users}) AS numbered`,
  );
  await client.query(
    `INSERT INTO operator_moves (transfer_id, operator_id, user_id, amount, is_credit, at)
     SELECT ${idOf('move', 'u')}, ${operatorId(world, 0)}, ${userId}, 10, true, now() - interval '2 days' FROM ${users} WHERE u % 10 = 0`,
  );
}
