import { purgeReservedUsernames } from './accounts/change-username.ts';
import { createPartitions } from './db/create-partitions.ts';
import { purgeStoredReplies } from './db/with-stored-reply.ts';
import type { Deps } from './deps.ts';
import { archiveHolds } from './ledger/archive-holds.ts';
import { rollUpFlows } from './ledger/flows.ts';
import { rollUpPlatformAccounts } from './ledger/platform-accounts.ts';
import { recoverReceivables } from './ledger/recover-receivables.ts';
import { rankWallets } from './ledger/wallet-ranks.ts';
import { purgeOldLots } from './ledger/young-coins.ts';
import { purgeSentMails } from './mail/outbox.queries.ts';
import { purgeNotifications } from './notifications/purge-notifications.ts';
import { roomChangesPurge } from './rooms/room-changes.ts';
import { purgeKnownDevices } from './sessions/known-devices.ts';
import { purgeSessionChanges, purgeSessions } from './sessions/purge-sessions.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Defines the sweeps that belong to no single feature: mails are sent, roll-ups computed, and old rows purged. */
export function defineHousekeeping(deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'mail' | 'settings'>): void {
  const { clock, db, jobs, mail, settings } = deps;
  jobs.defineSweep({ name: 'mail-send', everyMs: SECOND_MS, run: () => mail.sendDue() });
  /** For work that returns the number of its rows. */
  const sweep = (name: string, everyMs: number, run: () => Promise<number>) =>
    jobs.defineSweep({
      name,
      everyMs,
      run: async () => {
        await run();
      },
    });
  sweep('platform-roll-up', 5 * SECOND_MS, () => rollUpPlatformAccounts(db));
  jobs.defineSweep({ name: 'receivables', everyMs: 5 * SECOND_MS, run: () => recoverReceivables(db) });
  sweep('flow-roll-up', 15 * SECOND_MS, () => rollUpFlows(db));
  sweep('wallet-ranks', 15 * SECOND_MS, () => rankWallets(db));
  jobs.defineSweep({ name: 'partitions', everyMs: HOUR_MS, run: () => createPartitions(db) });
  // One sweep for each purge: a failing one is logged by its name and does not stop the others.
  const purge = (name: string, run: () => Promise<number>) => sweep(`purge-${name}`, MINUTE_MS, run);
  purge('session-changes', () => purgeSessionChanges(db));
  purge('room-changes', roomChangesPurge(db));
  purge('sessions', () => purgeSessions(db));
  purge('known-devices', () => purgeKnownDevices(db));
  purge('mails', () => purgeSentMails(db));
  purge('notifications', () => purgeNotifications(db));
  purge('reserved-usernames', () => purgeReservedUsernames(db));
  purge('holds', () => archiveHolds(db));
  purge('lots', () => purgeOldLots(db));
  purge('replies', () => {
    const keptMs = settings.get('idempotencyKeyDays') * DAY_MS;
    return purgeStoredReplies(db, new Date(clock.wallMs() - keptMs));
  });
}
