/** Wrong attempts since the last right PIN or recovery after which the PIN is locked for a time (S6). */
export const TRIES_UNTIL_LOCK = 5;
/** Wrong attempts after which only a recovery unlocks the PIN (S6). */
export const TRIES_UNTIL_RECOVERY = 10;

export interface PinTries {
  wrongTries: number;
  lockedUntil: Date | null;
}

export type PinLock = { until: Date | null };

/** Returns the lock in force; `until` is null when only a recovery ends it. */
export function lockOf({ wrongTries, lockedUntil }: PinTries, now: Date): PinLock | undefined {
  if (wrongTries >= TRIES_UNTIL_RECOVERY) return { until: null };
  return lockedUntil && lockedUntil > now ? { until: lockedUntil } : undefined;
}

/** Returns how many wrong attempts lead to the next lock. */
export function triesLeft({ wrongTries }: Pick<PinTries, 'wrongTries'>): number {
  return (wrongTries < TRIES_UNTIL_LOCK ? TRIES_UNTIL_LOCK : TRIES_UNTIL_RECOVERY) - wrongTries;
}
