import type { Database } from '../../db/database.ts';
import { purgeOld } from '../../db/purge.ts';

/** Longer than any message waits, and than its receipts arrive. */
const MESSAGES_KEPT = "interval '7 days'";
/** A device that accepted nothing for this time is gone. */
const FAILING_KEPT = "interval '30 days'";
const DAYS_KEPT = "interval '400 days'";

/** Deletes messages that are over, subscriptions that fail for 30 days, and old figures. */
export async function purgePush(db: Database, now: Date): Promise<void> {
  const purge = (table: string, age: string, kept: string) =>
    purgeOld(db, { table, age, before: `$1::timestamptz - ${kept}`, values: [now] });
  await purge('push_messages', 'created_at', MESSAGES_KEPT);
  await purge('push_subscriptions', 'failing_since', FAILING_KEPT);
  await purge('push_days', 'day', DAYS_KEPT);
}
