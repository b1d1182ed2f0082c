/** Africa/Lagos is one hour ahead of UTC, without daylight saving time (X3). */
export const LAGOS_OFFSET_MS = 3_600_000;

/** Formats a time for files: "2026-11-21 19:52:07", in Lagos. */
export const lagosTime = (at: Date): string =>
  new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
