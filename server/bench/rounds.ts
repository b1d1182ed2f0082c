/**
 * Number of paired rounds of a benchmark: each round measures both sides, and the median over rounds is compared with
 * the goal.
 */
export const ROUNDS = 7;

/** For `parseArgs`: `--rounds N` is for a quick check. */
export const roundsOption = { rounds: { type: 'string', default: String(ROUNDS) } } as const;

/** Returns the requested number of rounds. Prints a warning when it differs from that of published figures. */
export function readRounds({ rounds }: { rounds: string }): number {
  const count = Number(rounds);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--rounds takes a whole number, not ${rounds}`);
  if (count !== ROUNDS)
    console.log(`A quick check: ${count} rounds instead of ${ROUNDS}. Do not publish these figures.\n`);
  return count;
}
