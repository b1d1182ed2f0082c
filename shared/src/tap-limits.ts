/**
 * Limits of taps, for server and client. This file imports no schemas, so that the browser does not load the validator.
 */

/** C2: each player has a token bucket with this capacity, filled at this rate. */
export const tapBucket = { burst: 15, perSecond: 15 } as const;
/** C7: the bar of a tap contest shows the time left as a share of this many seconds; it is full above. */
export const TAP_BAR_SECONDS = 100;
/** Maximum number of taps in one message. */
export const TAPS_PER_BATCH = 1_000;
