import type { BackupState } from '@copup/shared/console.ts';
import type { Database } from '../db/database.ts';

/** One day, and time to make and check a backup. */
const OVERDUE_MS = 26 * 3_600_000;

export interface BackupCheck {
  seconds: number;
  ok: boolean;
  error: string | null;
  takenAt: Date | null;
  bytes: number | null;
  /** The newest transfer that was recovered. */
  newestAt: Date | null;
  /** Postings of the live database that were not recovered. */
  missing: number | null;
}

/** Stores a check for operators, with the owner's role. */
export async function writeBackupCheck(db: Database, check: BackupCheck): Promise<void> {
  const { seconds, ok, error, takenAt, bytes, newestAt, missing } = check;
  await db.pool.query(
    `INSERT INTO backup_checks (seconds, ok, error, taken_at, bytes, newest_at, missing)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [seconds, ok, error, takenAt, bytes, newestAt, missing],
  );
}

/** Reads the last check, and whether the next one, or a newer backup, is overdue. */
export async function readBackupState({ pool }: Pick<Database, 'pool'>): Promise<BackupState> {
  const { rows } = await pool.query<BackupCheck & { checkedAt: Date; ageMs: number }>({
    text: `SELECT seconds, ok, error, taken_at AS "takenAt", bytes, newest_at AS "newestAt", missing,
        checked_at AS "checkedAt", (1000 * extract(epoch FROM clock_timestamp() - least(taken_at, checked_at)))::double precision AS "ageMs"
      FROM backup_checks ORDER BY id DESC LIMIT 1`,
  });
  const [last] = rows;
  const outcome = last?.ok ? (last.ageMs > OVERDUE_MS ? 'overdue' : 'ok') : 'failed';
  return {
    state: last ? outcome : 'none',
    checked_at: last?.checkedAt.toISOString() ?? null,
    taken_at: last?.takenAt?.toISOString() ?? null,
    newest_at: last?.newestAt?.toISOString() ?? null,
    seconds: last?.seconds ?? null,
    bytes: last?.bytes ?? null,
    missing: last?.missing ?? null,
    error: last?.error ?? null,
  };
}
