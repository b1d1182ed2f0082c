import { parseArgs } from 'node:util';
import { forPeople } from '../toolchain.mjs';

const usage = `npm run mutate                         tests a sample of changes of the code that moves coins
npm run mutate -- --mutants N --seed N   another size (400) or another choice (1) of the sample
npm run mutate -- --files GLOB           only files that match, such as 'server/src/ledger/**'
npm run mutate -- --match PATTERN        only mutants of the sample whose line in the list matches
npm run mutate -- --tests GLOB           only test files that match, such as 'server/src/lanes/**'
npm run mutate -- --list                 prints the sample
npm run mutate -- --most-files N         the most test files besides those in its folder (12)
npm run mutate -- --workers N            how many mutants at the same time (2)
npm run mutate -- --least PERCENT        the score that the command demands (90)
npm run mutate -- --fresh                without the results of an earlier, stopped run`;

export type Options = ReturnType<typeof parseOptions>;

export function parseOptions(args: readonly string[]) {
  const values = valuesOf(args);
  const number = (name: keyof typeof numbers, least = 1) => {
    const text = values[name];
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
    throw forPeople(`--${name} needs a whole number of at least ${least}.\n\n${usage}`);
  };
  return {
    /** The size of the sample. */
    mutants: number('mutants'),
    seed: number('seed', 0),
    /** Only files that match this glob. */
    files: values.files,
    /** Only mutants of the sample whose description matches this regular expression. */
    match: values.match,
    /** Only test files that match this glob. */
    tests: values.tests,
    /** Number of mutants that are tested at the same time. */
    workers: number('workers'),
    /** The most test files that run for a mutant, besides those in its folder. */
    mostFiles: number('most-files'),
    /** The score in percent below which the command fails. */
    least: number('least', 0),
    /** Prints the sample and runs nothing. */
    isList: values.list,
    /** Ignores stored coverage and results. */
    isFresh: values.fresh,
  };
}

const text = (byDefault: string) => ({ type: 'string', default: byDefault }) as const;
const glob = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const numbers = {
  mutants: text('400'),
  seed: text('1'),
  workers: text('2'),
  'most-files': text('12'),
  least: text('90'),
};

function valuesOf(args: readonly string[]) {
  try {
    const options = { ...numbers, files: glob, match: glob, tests: glob, list: flag, fresh: flag } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw forPeople(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
