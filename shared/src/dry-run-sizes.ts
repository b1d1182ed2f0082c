/** Limits and goals of dry runs (O7). This file imports no schemas, for the browser. */

/** More players would take more than a twentieth of a server. */
export const dryRunSizes = {
  players: { fewest: 20, usual: 60, most: 120 },
  minutes: { fewest: 1, usual: 2, most: 10 },
} as const;
/** Of one server's core, on average: the players and their commands are bounded so that they take less. */
export const DRY_RUN_SHARE = 0.05;
/** Of the core of the server, with all that it does, for ten seconds: above it the dry run ends, for the real players. */
export const DRY_RUN_ENDS_ABOVE = 0.7;
/** A bid or play is answered, and a change shown, within this time (milliseconds, 99 of 100). */
export const DRY_RUN_GOALS = { command: 150, delivery: 500 } as const;
