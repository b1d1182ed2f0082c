import type { PinStatus } from '@copup/shared/pins.ts';
import { waitsUntil } from '../../accounts/waiting-period.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { lockOf } from '../../pins/pins.ts';

interface Row {
  wrongTries: number | null;
  lockedUntil: Date | null;
  credentialsChangedAt: Date | null;
  now: Date;
}

/** Reads whether the PIN is set or locked, and the waiting period after a change of credentials (S6). */
export async function readPinStatus(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  userId: string,
): Promise<PinStatus> {
  const { rows } = await db.pool.query<Row>({
    name: 'pin-status',
    text: `SELECT p.wrong_tries AS "wrongTries", p.locked_until AS "lockedUntil",
        u.credentials_changed_at AS "credentialsChangedAt", clock_timestamp() AS now
      FROM users u LEFT JOIN pins p ON p.user_id = u.id WHERE u.id = $1`,
    values: [userId],
  });
  const [row] = rows;
  invariant(row, `user ${userId} does not exist`);
  const { wrongTries, lockedUntil, now } = row;
  const hours = settings.get('credentialsWaitHours');
  const lock = wrongTries === null ? undefined : lockOf({ wrongTries, lockedUntil }, now);
  return {
    is_set: wrongTries !== null,
    locked_until: lock?.until?.toISOString() ?? null,
    needs_recovery: lock?.until === null,
    waits_until: waitsUntil(row, { now, hours })?.toISOString() ?? null,
    wait_hours: hours,
    wait_coins: settings.get('credentialsWaitSendCoins'),
  };
}
