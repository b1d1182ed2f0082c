import type { PlayLimitChange } from '@copup/shared/play-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { invariant } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';

/** A limit as stored: `next` replaces `coins` at its time, without any write. */
export interface StoredLimit {
  /** Null for none. */
  coins: number | null;
  next: { coins: number | null; at: Date } | null;
}

export interface StoredLimits {
  day: StoredLimit;
  week: StoredLimit;
}

interface LimitsRow {
  dayLimit: number | null;
  nextDayLimit: number | null;
  dayChangesAt: Date | null;
  weekLimit: number | null;
  nextWeekLimit: number | null;
  weekChangesAt: Date | null;
}

const columns = `day_limit AS "dayLimit", next_day_limit AS "nextDayLimit", day_changes_at AS "dayChangesAt",
  week_limit AS "weekLimit", next_week_limit AS "nextWeekLimit", week_changes_at AS "weekChangesAt"`;

/** Creates the player's row if it is missing and locks it. Lock the wallet before. */
export async function lockPlayLimits(
  tx: Transaction,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
): Promise<StoredLimits> {
  await tx.client.query({
    name: 'play-limits-ensure',
    text: 'INSERT INTO play_limits (user_id, realm) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING',
    values: [userId, realm],
  });
  const { rows } = await tx.client.query<LimitsRow>({
    name: 'play-limits-lock',
    text: `SELECT ${columns} FROM play_limits WHERE user_id = $1 FOR NO KEY UPDATE`,
    values: [userId],
  });
  invariant(rows[0], `user ${userId} has no row of limits`);
  return toStored(rows[0]);
}

/** Reads the limits as stored; none for a player who never set one. */
export async function findPlayLimits(db: Database, userId: string): Promise<StoredLimits> {
  const { rows } = await db.pool.query<LimitsRow>({
    name: 'play-limits-find',
    text: `SELECT ${columns} FROM play_limits WHERE user_id = $1`,
    values: [userId],
  });
  const none = { coins: null, next: null };
  return rows[0] ? toStored(rows[0]) : { day: none, week: none };
}

function toStored(row: LimitsRow): StoredLimits {
  return {
    day: { coins: row.dayLimit, next: row.dayChangesAt && { coins: row.nextDayLimit, at: row.dayChangesAt } },
    week: {
      coins: row.weekLimit,
      next: row.weekChangesAt && { coins: row.nextWeekLimit, at: row.weekChangesAt },
    },
  };
}

export interface LimitChange {
  kind: 'day_limit' | 'week_limit';
  coins: number | null;
  /** When it applies. */
  at: Date;
}

export async function writeChanges(
  tx: Transaction,
  userId: string,
  changes: readonly LimitChange[],
): Promise<void> {
  for (const { kind, coins, at } of changes) {
    await tx.client.query({
      name: 'play-limit-changes-write',
      text: 'INSERT INTO play_limit_changes (user_id, kind, amount, at) VALUES ($1, $2, $3, $4)',
      values: [userId, kind, coins, at],
    });
  }
}

/** Lists the last changes of a player, newest first. */
export async function listChanges(db: Database, userId: string, limit: number): Promise<PlayLimitChange[]> {
  const { rows } = await db.pool.query<{
    kind: PlayLimitChange['kind'];
    coins: number | null;
    at: Date | null;
    createdAt: Date;
  }>({
    name: 'play-limit-changes-list',
    text: `SELECT kind, amount AS coins, nullif(at, 'infinity') AS at, created_at AS "createdAt"
      FROM play_limit_changes WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
    values: [userId, limit],
  });
  return rows.map(({ createdAt, at, ...row }) => ({
    ...row,
    at: at?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }));
}
