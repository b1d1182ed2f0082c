import { useTestDatabase } from '@copup/testkit/ledger.ts';
import { describe, expect, it } from 'vitest';

const test = useTestDatabase();

const APPEND_ONLY = {
  autovacuum_vacuum_insert_scale_factor: '0',
  autovacuum_vacuum_insert_threshold: '1000000',
  autovacuum_freeze_min_age: '0',
  autovacuum_analyze_scale_factor: '0.01',
};

/** Tables with millions of rows or changes a day, with the storage settings that each must have. */
const settings: Record<string, Record<string, string>> = {
  postings: APPEND_ONLY,
  transfers: APPEND_ONLY,
  transfer_keys: APPEND_ONLY,
  bids: APPEND_ONLY,
  holds: { autovacuum_vacuum_scale_factor: '0', autovacuum_vacuum_threshold: '20000' },
  auction_entries: { autovacuum_vacuum_scale_factor: '0.02', autovacuum_vacuum_insert_scale_factor: '0' },
  wallets: { fillfactor: '70', autovacuum_vacuum_scale_factor: '0.02', autovacuum_vacuum_cost_limit: '1000' },
  funds: { fillfactor: '70', autovacuum_vacuum_scale_factor: '0.02', autovacuum_vacuum_cost_limit: '1000' },
  auctions: { fillfactor: '50', autovacuum_vacuum_scale_factor: '0.01', autovacuum_vacuum_threshold: '500' },
  contests: { fillfactor: '50', autovacuum_vacuum_scale_factor: '0.01', autovacuum_vacuum_threshold: '500' },
  contest_scores: { fillfactor: '50', autovacuum_vacuum_scale_factor: '0.02' },
  contest_player_counts: { fillfactor: '20', autovacuum_vacuum_threshold: '500' },
  contest_entries: { autovacuum_vacuum_scale_factor: '0.02', autovacuum_vacuum_insert_scale_factor: '0' },
  card_draws: APPEND_ONLY,
  math_answers: APPEND_ONLY,
  inboxes: { fillfactor: '70', autovacuum_vacuum_scale_factor: '0.02' },
  list_rooms: { fillfactor: '10', autovacuum_vacuum_threshold: '500' },
  sessions: { fillfactor: '80', autovacuum_vacuum_scale_factor: '0.05' },
  session_changes: { autovacuum_vacuum_scale_factor: '0.02' },
  stored_replies: { autovacuum_vacuum_scale_factor: '0.02', autovacuum_analyze_scale_factor: '0.02' },
  mail_outbox: { fillfactor: '80', autovacuum_vacuum_scale_factor: '0.02' },
  one_time_codes: { autovacuum_vacuum_scale_factor: '0.02' },
  notifications: { autovacuum_vacuum_scale_factor: '0.02', autovacuum_vacuum_insert_scale_factor: '0.02' },
};

describe('storage settings of hot tables', () => {
  it.each(Object.entries(settings))('%s', async (table, expected) => {
    const { rows } = await test.db.pool.query<{ name: string; value: string }>(
      `SELECT o.option_name AS name, o.option_value AS value
       FROM pg_class c, pg_options_to_table(c.reloptions) AS o WHERE c.oid = $1::regclass`,
      [table],
    );
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toMatchObject(expected);
  });
});
