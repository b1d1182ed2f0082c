/** Of taps, for both sides. Free of schemas, so that the browser loads no validator. */

/** C2: each player has a bucket of this many taps, filled at this rate. No credit beyond it accumulates. */
export const tapBucket = { burst: 15, perSecond: 15 } as const;
/** C7: the bar of a tap contest is a percentage of this many seconds, and full above. */
export const TAP_BAR_SECONDS = 100;
/** Taps that one message may carry. */
export const TAPS_PER_BATCH = 1_000;
