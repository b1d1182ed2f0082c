import { parseArgs } from 'node:util';
import type { Drill } from './drill.ts';

export const usage = `npm run faults -- [NAME…] [--seed NUMBER] [--minutes NUMBER]
npm run faults -- list

  NAME       the drills to run; all drills by default
  --seed     repeats the random choices of an earlier run
  --minutes  repeats the drills, each round with the next seed, until this time has passed`;

export interface FaultsOptions {
  drills: readonly Drill[];
  seed: number;
  minutes: number | undefined;
  isList: boolean;
}

/** Parses the arguments; returns an error message if they are invalid. */
export function readOptions(args: readonly string[], drills: readonly Drill[]): FaultsOptions | string {
  let parsed: { values: { seed?: string; minutes?: string }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { seed: { type: 'string' }, minutes: { type: 'string' } },
    });
  } catch (error) {
    return (error as Error).message;
  }
  const { values, positionals } = parsed;
  const isList = positionals.length === 1 && positionals[0] === 'list';
  const names = isList ? [] : positionals;
  const unknown = names.filter((name) => !drills.some((drill) => drill.name === name));
  if (unknown.length > 0)
    return `Unknown drill ${unknown.join(', ')}. Allowed: ${drills.map(({ name }) => name).join(', ')}.`;
  const { seed = String(Math.floor(Math.random() * 1_000_000)), minutes } = values;
  if (!/^\d{1,9}$/.test(seed)) return `--seed must be a whole number from 0 to 999999999, not ${seed}.`;
  if (minutes !== undefined && !(Number(minutes) > 0 && Number(minutes) <= 1_440))
    return `--minutes must be a number above 0 and at most 1440, not ${minutes}.`;
  return {
    drills: names.length === 0 ? drills : drills.filter(({ name }) => names.includes(name)),
    seed: Number(seed),
    minutes: minutes === undefined ? undefined : Number(minutes),
    isList,
  };
}
