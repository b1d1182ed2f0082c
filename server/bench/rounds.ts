/** Every benchmark runs so many paired rounds: each round measures both sides, and the median over rounds is judged. */
export const ROUNDS = 7;

/** For `parseArgs`: `--rounds N` is for a quick look. */
export const roundsOption = { rounds: { type: 'string', default: String(ROUNDS) } } as const;

/** The number of rounds asked for. Says so when it is not the one that published figures have. */
export function readRounds({ rounds }: { rounds: string }): number {
  const count = Number(rounds);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--rounds takes a whole number, not ${rounds}`);
  if (count !== ROUNDS)
    console.log(`A quick look: ${count} rounds instead of ${ROUNDS}. Do not publish these figures.\n`);
  return count;
}
