import type { Database } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';

/** Returns the id of the nth row of a kind: a UUIDv7 with an old time. */
const idOf = (kind: string, nth: string) =>
  `('01900000-0000-7' || '${kind}' || '-8000-' || lpad(to_hex(${nth}), 12, '0'))::uuid`;

/**
 * Fills a correct ledger for `users` users, as the owner without triggers: one coin movement for each, an open hold for
 * every tenth, and for each ten users a settled auction with ten entries and ten bids and a void card game of ten
 * players. All rows are a day old.
 */
export async function growLedger(db: Database, users: number): Promise<void> {
  const user = idOf('001', 'n');
  await inTransaction(db, async ({ client }) => {
    await client.query("SET LOCAL session_replication_role = 'replica'; SET LOCAL statement_timeout = '60s'");
    await client.query(`CREATE TEMP TABLE n ON COMMIT DROP AS SELECT generate_series(1, ${users}) AS n`);
    await client.query(`
      INSERT INTO users (id, realm, role, username, email, full_name, wallet_address, referral_code)
        SELECT ${user}, 0, 0, 'grown_' || n, 'grown_' || n || '@example.test', 'x', 'grown_' || n, 'grown_' || n FROM n;
      INSERT INTO wallets (user_id, realm, available, held, version)
        SELECT ${user}, 0, CASE n % 10 WHEN 0 THEN 0 ELSE 10 END, CASE n % 10 WHEN 0 THEN 10 ELSE 0 END, 1 FROM n;
      INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
        SELECT ${idOf('002', 'n')}, 'adjust', 0, 'user', n::text, 'grown:' || n, '' FROM n;
      INSERT INTO transfer_keys (kind, key, transfer_id) SELECT 'adjust', 'grown:' || n, ${idOf('002', 'n')} FROM n;
      INSERT INTO postings (transfer_id, no, realm, unit, amount, source, destination, destination_id, destination_seq,
          destination_balance, xid)
        SELECT ${idOf('002', 'n')}, 0, 0, 'coin', 10, 'issuance',
          CASE n % 10 WHEN 0 THEN 'held' ELSE 'available' END::account_kind, ${user}, 1, 10, '700' FROM n;
      INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by, opened_at)
        SELECT ${idOf('003', 'n')}, 'auction', n::text, ${user}, 10, ${idOf('002', 'n')}, now() - interval '1 day'
        FROM n WHERE n % 10 = 0;
      INSERT INTO auctions (id, realm, name, category, price_kobo, entry_bid_points, starts_at, end_date, hard_end, status,
          chain_head, chain_secret, seq, leader_id, entries_count, settled_at)
        OVERRIDING SYSTEM VALUE SELECT 100000 + n, 0, 'A phone', 'product', 1, 1, now() - interval '3 d', now() - interval '2 d',
          now() - interval '2 d', 'completed', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 10, ${user}, 10,
          now() - interval '1 day'
        FROM n WHERE n % 10 = 0;
      INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus, joined_at)
        SELECT 100000 + (n + 9) / 10 * 10, ${user}, 0, 0, now() - interval '2 days' FROM n;
      INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
        SELECT 100000 + (n + 9) / 10 * 10, (n - 1) % 10 + 1, ${idOf('004', 'n')}, ${user}, 'x', n - 1, n, now() - interval '2 days',
          now(), '' FROM n;
      INSERT INTO funds (id, kind, realm, subject_kind, subject_id)
        SELECT ${idOf('005', 'n')}, 'pot', 0, 'contest', (100000 + n)::text FROM n WHERE n % 10 = 0;
      INSERT INTO contests (id, realm, kind, title, entry_fee, prize, minimum_users, status, starts_at, end_date, pot_id, top,
          seq, points, settled_at)
        OVERRIDING SYSTEM VALUE SELECT 100000 + n, 0, 'card', 'A game', 0, 1, 11, 'void', now() - interval '3 d',
          now() - interval '2 d', ${idOf('005', 'n')},
          (SELECT json_agg(json_build_object('userId', ${idOf('001', 'm')}, 'score', 5, 'seq', m - n + 10) ORDER BY m)
            FROM generate_series(n - 9, n) AS m),
          10, 50, now() - interval '1 day'
        FROM n WHERE n % 10 = 0;
      INSERT INTO contest_entries (contest_id, user_id, paid_available, paid_bonus, joined_at)
        SELECT 100000 + (n + 9) / 10 * 10, ${user}, 0, 0, now() - interval '2 days' FROM n;
      INSERT INTO contest_scores (contest_id, user_id, score, reached_seq)
        SELECT 100000 + (n + 9) / 10 * 10, ${user}, 5, (n - 1) % 10 + 1 FROM n;
      INSERT INTO card_draws (contest_id, user_id, nonce, position, card_order, value, at)
        SELECT 100000 + (n + 9) / 10 * 10, ${user}, 1, 1, 0, 5, now() - interval '2 days' FROM n;
    `);
  });
  // Statistics as in production, which do not change while a test counts.
  for (const table of GROWING) await db.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await db.pool.query(`VACUUM ANALYZE ${GROWING.join(', ')}`);
}

/** The tables that grow with users and their history. */
export const GROWING = [
  'users',
  'wallets',
  'transfers',
  'transfer_keys',
  'postings',
  'holds',
  'auctions',
  'auction_entries',
  'bids',
  'contests',
  'contest_entries',
  'contest_scores',
  'card_draws',
  'audit_checkpoints',
  'audit_bids',
] as const;
export type GrowingTable = (typeof GROWING)[number];
