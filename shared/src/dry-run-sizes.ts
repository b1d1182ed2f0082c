/** Limits and goals of dry runs (O7). This file imports no schemas, for the browser. */

/** More players would take more than a twentieth of a server. */
export const dryRunSizes = {
  players: { fewest: 20, usual: 100, most: 200 },
  minutes: { fewest: 1, usual: 2, most: 10 },
} as const;
/** Of one server's core, for longer than ten seconds; above it the dry run ends. */
export const DRY_RUN_SHARE = 0.05;
/** A bid or play is answered, and a change shown, within this time (milliseconds, 99 of 100). */
export const DRY_RUN_GOALS = { command: 150, delivery: 500 } as const;
