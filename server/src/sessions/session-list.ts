import type { OwnSession } from '@copup/shared/auth.ts';
import type { Database } from '../db/database.ts';
import type { Viewer } from './sessions.ts';

const MOST_SHOWN = 100;

/** S8a: the sessions of a user that may be used now, the latest used first. */
export async function listOwnSessions(
  db: Database,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<OwnSession[]> {
  const { rows } = await db.pool.query<{
    id: string;
    device: string | null;
    network: string | null;
    createdAt: Date;
    lastUsedAt: Date;
    expiresAt: Date;
  }>({
    name: 'sessions-own',
    text: `SELECT id, device, network, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
      FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > statement_timestamp()
      ORDER BY id = $2 DESC, last_used_at DESC LIMIT $3`,
    values: [userId, sessionId, MOST_SHOWN],
  });
  return rows.map(({ id, device, network, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    device,
    network,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_current: id === sessionId,
  }));
}
