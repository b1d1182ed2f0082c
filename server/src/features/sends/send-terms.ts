import type { SendTerms } from '@copup/shared/sends.ts';
import { waitsUntil } from '../../accounts/waiting-period.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { findPin } from '../../pins/pins.ts';
import { readSenders } from './sends.queries.ts';

/** Reads what the user may send now, apart from the balance. */
export async function readSendTerms(
  { db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>,
  userId: string,
): Promise<SendTerms> {
  const hours = settings.get('credentialsWaitHours');
  const sender = (await readSenders(db, [userId], hours)).get(userId);
  invariant(sender, `user ${userId} does not exist`);
  const until = waitsUntil(sender, { now: new Date(clock.wallMs()), hours });
  const leftToday = settings.get('sendMaxCoinsPerDay') - sender.sentToday;
  const leftWaiting = settings.get('credentialsWaitSendCoins') - sender.sentSinceChange;
  return {
    charge_percent: settings.get('sendChargePercent'),
    maximum: settings.get('sendMaxCoins'),
    left: Math.max(0, until ? Math.min(leftToday, leftWaiting) : leftToday),
    waits_until: until?.toISOString() ?? null,
    owed: sender.owed,
    has_pin: (await findPin(db, userId)) !== undefined,
  };
}
