import type { PoolClient } from 'pg';

/**
 * Roll-ups of platform accounts and the audit begin anew: their positions are transaction ids, which mean nothing on
 * another cluster. The roll-ups' row lock comes first, as in rollUpHouse.
 */
export async function forgetPositions(client: PoolClient): Promise<void> {
  await client.query(`UPDATE house_rollup_position SET upto = '0'`);
  await client.query('DELETE FROM house_rollups');
  await forgetAudit(client);
}

/** The next audit follows all of history. */
export async function forgetAudit(client: PoolClient): Promise<void> {
  await client.query('SELECT forget_audit()');
}
