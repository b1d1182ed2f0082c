import { forPeople } from '../toolchain.mjs';

export interface Options {
  /** The size of the sample. */
  mutants: number;
  seed: number;
  /** Only files that match this glob. */
  files: string | undefined;
  /** Number of mutants that are tested at the same time. */
  workers: number;
  /** The most test files that run for a mutant. */
  mostFiles: number;
  /** The score in percent below which the command fails. */
  least: number;
  /** Prints the sample and runs nothing. */
  isList: boolean;
  /** Ignores stored coverage and results. */
  isFresh: boolean;
}

const usage = `npm run mutate                         tests a sample of changes of the code that moves coins
npm run mutate -- --mutants N --seed N   another size (400) or another choice (1) of the sample
npm run mutate -- --files GLOB           only files that match, such as 'server/src/ledger/**'
npm run mutate -- --list                 prints the sample
npm run mutate -- --most-files N         the most test files for a mutant (12)
npm run mutate -- --workers N            how many mutants at the same time (2)
npm run mutate -- --least PERCENT        the score that the command demands (90)
npm run mutate -- --fresh                without the results of an earlier, stopped run`;

export function parseOptions(args: readonly string[]): Options {
  const options: Options = {
    mutants: 400,
    seed: 1,
    files: undefined,
    workers: 2,
    mostFiles: 12,
    least: 90,
    isList: false,
    isFresh: false,
  };
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const name = arg;
    const next = () => {
      const value = queue.shift();
      if (value === undefined) throw forPeople(`${name} needs a value.\n\n${usage}`);
      return value;
    };
    const number = (least: number) => {
      const text = next();
      if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
      throw forPeople(`${name} needs a whole number of at least ${least}.\n\n${usage}`);
    };
    if (name === '--mutants') options.mutants = number(1);
    else if (name === '--seed') options.seed = number(0);
    else if (name === '--files') options.files = next();
    else if (name === '--workers') options.workers = number(1);
    else if (name === '--most-files') options.mostFiles = number(1);
    else if (name === '--least') options.least = number(0);
    else if (name === '--list') options.isList = true;
    else if (name === '--fresh') options.isFresh = true;
    else throw forPeople(`Unknown argument ${name}.\n\n${usage}`);
  }
  return options;
}
