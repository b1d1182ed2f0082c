import type { PoolClient } from 'pg';

/**
 * Resets the roll-ups, the changes of rooms and the audit: their positions are transaction ids, which are meaningless on
 * another cluster. Locks the row of each position first, as the roll-ups do.
 */
export async function forgetPositions(client: PoolClient): Promise<void> {
  await client.query(`UPDATE house_rollup_position SET upto = '0'`);
  await client.query('DELETE FROM house_rollups');
  await client.query(`UPDATE ledger_flow_position SET upto = '0'`);
  await client.query('DELETE FROM ledger_flows');
  await client.query(`UPDATE wallet_rank_position SET upto = '0'`);
  await client.query('DELETE FROM room_changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())');
  await forgetAudit(client);
}

/** Makes the next audit follow all postings. */
export async function forgetAudit(client: PoolClient): Promise<void> {
  await client.query('SELECT forget_audit()');
}
