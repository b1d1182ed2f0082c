import type { OwnSession } from '@copup/shared/auth.ts';
import type { Database } from '../db/database.ts';
import { and, desc, eq, gt, isNull, sql } from '../db/drizzle.ts';
import { sessions } from './sessions.tables.ts';
import type { Viewer } from './sessions.ts';

const MOST_SHOWN = 100;

/** Lists the usable sessions of a user, the current one first, then the most recently used (S8a). */
export async function listOwnSessions(
  db: Database,
  { userId, sessionId }: Pick<Viewer, 'userId'> & Partial<Pick<Viewer, 'sessionId'>>,
): Promise<OwnSession[]> {
  const rows = await db.orm
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`statement_timestamp()`),
      ),
    )
    .orderBy(
      ...(sessionId === undefined ? [] : [desc(eq(sessions.id, sessionId))]),
      desc(sessions.lastUsedAt),
    )
    .limit(MOST_SHOWN);
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
