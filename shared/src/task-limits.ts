/** This file imports no schemas, so that the browser does not load the validator. */

/** T1: after this time without a decision, an upload is overdue. */
export const UPLOAD_OVERDUE_HOURS = 48;
/** T7: an upload may be repeated this many times, each time after a rejection. */
export const MAX_REPEATED_UPLOADS = 3;
/** Largest body of an upload, in bytes of JSON. Every other route accepts 64 KB. */
export const MAX_UPLOAD_BODY_BYTES = 3 * 2 ** 20;
/** The highest number of friends that a referral task may require; more are not counted. */
export const MAX_REQUIRED_REFERRALS = 10_000;
