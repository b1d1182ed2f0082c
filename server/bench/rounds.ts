import { parseArgs } from 'node:util';
import { figure, median, printTable } from '@copup/testkit/report.ts';

/**
 * Number of paired rounds of a benchmark: each round measures both sides, and the median over rounds is compared with
 * the goal.
 */
export const ROUNDS = 7;

type Option = number | string | boolean;
type OptionOf<Default extends Option> = Default extends number
  ? number
  : Default extends string
    ? string
    : boolean;

/** Reads `--rounds` and the options of a bench: `--name VALUE` of the type of its default, or a flag. */
export function readOptions<Defaults extends Record<string, Option>>(
  args: readonly string[],
  defaults: Defaults,
): { rounds: number } & { [Name in keyof Defaults]: OptionOf<Defaults[Name]> } {
  const options = Object.entries(defaults).map(([name, value]) =>
    typeof value === 'boolean'
      ? [name, { type: 'boolean', default: value }]
      : [name, { type: 'string', default: String(value) }],
  );
  const rounds = { type: 'string', default: String(ROUNDS) } as const;
  const all = { ...Object.fromEntries(options), rounds };
  const values: Record<string, unknown> = parseArgs({ args: [...args], options: all }).values;
  const read = Object.entries(defaults).map(([name, value]) => {
    const given = values[name];
    return [name, typeof value === 'number' ? Number(given) : given];
  });
  return { ...Object.fromEntries(read), rounds: readRounds(String(values.rounds)) };
}

/** Returns the requested number of rounds. Prints a warning when it differs from that of published figures. */
function readRounds(rounds: string): number {
  const count = Number(rounds);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--rounds takes a whole number, not ${rounds}`);
  if (count !== ROUNDS)
    console.log(`A quick check: ${count} rounds instead of ${ROUNDS}. Do not publish these figures.\n`);
  return count;
}

/** Measures every side once in each round, so that other load on the machine affects all alike. */
export async function measureRounds<Name extends string, Measured>(
  rounds: number,
  sides: Record<Name, (round: number) => Promise<Measured>>,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(sides) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) results[name].push(await sides[name](round));
  return results;
}

/** Returns one ratio for each round: of this side to the other, or to the largest of the others. */
export const ratiosOf = <Measured>(
  one: readonly Measured[],
  others: readonly (readonly Measured[])[],
  value: (measured: Measured) => number,
): number[] =>
  one.map(
    (measured, round) =>
      value(measured) / Math.max(...others.map((other) => value(other[round] as Measured))),
  );

/** Prints a row for each side, with the medians of the named figures. */
export function printMedians<Measured>(
  title: string,
  columns: Partial<Record<keyof Measured & string, string>>,
  results: Record<string, readonly Measured[]>,
): void {
  const fields = Object.keys(columns) as (keyof Measured & string)[];
  printTable(
    [title, ...fields.map((field) => columns[field] ?? field)],
    Object.entries(results).map(([name, all]) => [
      name,
      ...fields.map((field) => figure(median(all.map((one) => Number(one[field]))))),
    ]),
  );
  console.log();
}
