import {
  type PushSettings,
  type PushSettingsBody,
  pushKinds,
  switchedPushKinds,
} from '@copup/shared/push.ts';
import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { pushPreferences } from '../../notifications/push.tables.ts';
import { findPushKey } from '../../notifications/push-key.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { listDevices } from './subscriptions.ts';

type SettingsDeps = Pick<Deps, 'config' | 'db' | 'settings'>;
const HOUR_MINUTES = 60;

export async function readPushSettings(deps: SettingsDeps, viewer: Viewer): Promise<PushSettings> {
  const { db, settings } = deps;
  const [own, devices] = await Promise.all([readOwn(db, viewer.userId), listDevices(db, viewer)]);
  return {
    public_key: findPushKey(deps),
    kinds: pushKinds.map((kind) => ({
      kind,
      enabled: !own.muted.includes(kind),
      locked: kind === 'security',
    })),
    shows_amounts: own.showsAmounts,
    quiet_hours: {
      is_on: own.quietIsOn,
      from: toText(own.quietFrom ?? settings.get('pushQuietFromHour') * HOUR_MINUTES),
      until: toText(own.quietUntil ?? settings.get('pushQuietUntilHour') * HOUR_MINUTES),
    },
    devices,
  };
}

/** Changes what is given; other tabs of the user reload. */
export async function writePushSettings(
  { db }: Pick<Deps, 'db'>,
  { userId }: Viewer,
  { kinds = [], shows_amounts: showsAmounts, quiet_hours: quiet }: PushSettingsBody,
): Promise<void> {
  const changed = new Map(kinds.map(({ kind, enabled }) => [kind as string, enabled]));
  await inTransaction(db, async (tx) => {
    // Locks the inbox: concurrent changes of other kinds are not lost.
    await invalidateUserRooms(tx, [userId]);
    const own = await readOwn(tx, userId);
    const next = {
      muted: switchedPushKinds.filter((kind) => !(changed.get(kind) ?? !own.muted.includes(kind))),
      showsAmounts: showsAmounts ?? own.showsAmounts,
      quietIsOn: quiet?.is_on ?? own.quietIsOn,
      quietFrom: quiet ? toMinutes(quiet.from) : own.quietFrom,
      quietUntil: quiet ? toMinutes(quiet.until) : own.quietUntil,
    };
    await tx.orm
      .insert(pushPreferences)
      .values({ userId, ...next })
      .onConflictDoUpdate({ target: pushPreferences.userId, set: next });
  });
}

const defaults = {
  muted: [] as string[],
  showsAmounts: false,
  quietIsOn: true,
  quietFrom: null as number | null,
  quietUntil: null as number | null,
};

async function readOwn(source: Database | Transaction, userId: string): Promise<typeof defaults> {
  const [row] = await source.orm.select().from(pushPreferences).where(eq(pushPreferences.userId, userId));
  return row ?? defaults;
}

const pad = (part: number) => String(part).padStart(2, '0');
const toText = (minutes: number) =>
  `${pad(Math.floor(minutes / HOUR_MINUTES))}:${pad(minutes % HOUR_MINUTES)}`;
const toMinutes = (time: string) => Number(time.slice(0, 2)) * HOUR_MINUTES + Number(time.slice(3));
