import type { Deps } from './deps.ts';
import { purgeCodes } from './features/sign-in/one-time-codes.ts';
import { rollUpHouse } from './ledger/house.ts';
import { purgeSentMails } from './mail/outbox.queries.ts';
import { purgeStoredReplies } from './replies/purge-stored-replies.ts';
import { purgeKnownDevices } from './sessions/known-devices.ts';
import { purgeSessionChanges } from './sessions/session-writes.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What belongs to no feature alone: mails go out, and what nobody asks about any more goes away. */
export function defineHousekeeping(deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'mail' | 'settings'>): void {
  const { clock, db, jobs, mail, settings } = deps;
  jobs.defineSweep({ name: 'mail-send', everyMs: SECOND_MS, run: () => mail.sendDue() });
  jobs.defineSweep({
    name: 'house-roll-up',
    everyMs: 5 * SECOND_MS,
    run: async () => {
      await rollUpHouse(db);
    },
  });
  jobs.defineSweep({
    name: 'purge',
    everyMs: MINUTE_MS,
    run: async () => {
      await purgeSessionChanges(db);
      await purgeKnownDevices(db);
      await purgeCodes(db);
      await purgeSentMails(db);
      const keptMs = settings.get('idempotencyKeyDays') * DAY_MS;
      await purgeStoredReplies(db, new Date(clock.wallMs() - keptMs));
    },
  });
}
