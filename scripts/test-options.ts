import { forPeople } from './toolchain.mjs';

export interface TestOptions {
  /** Names of the chosen steps; empty for all. */
  only: string[];
  /** Whether the wider checks run, too. */
  isFull: boolean;
  /** Only the tests that belong to what changed since this revision; empty for the uncommitted or else the last change. */
  changedSince?: string | undefined;
  /** How often the steps run, at least once. */
  repeat: number;
  /** Whether files and tests run in another order each time. */
  isShuffled: boolean;
  /** First seed of the order; printed, so that an order can be run again. */
  seed: number;
  /** Number of processes that only use a processor meanwhile. */
  busy: number;
  /** Arguments for the program of the chosen step. */
  rest: string[];
}

const usage = `npm test                          all checks
npm test -- --full                the same rules proved more widely: every screen in both sizes and themes, all browsers, drills, seeds
npm test -- --changed[=REVISION]  what belongs to the files changed since REVISION (default: uncommitted, or else the last commit)
npm test -- --only STEP[,STEP] [ARGUMENTS of the step's program]
npm test -- --repeat N --shuffle[=SEED] --busy K   N runs in other orders beside K busy processes; lists each test that failed once`;

/** Parses the arguments of `npm test`. Arguments that it does not know are for the step's program. */
export function parseTestOptions(args: readonly string[], randomSeed: number): TestOptions {
  const options: TestOptions = {
    only: [],
    isFull: false,
    repeat: 1,
    isShuffled: false,
    seed: randomSeed,
    busy: 0,
    rest: [],
  };
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const [name, inline] = splitOnce(arg);
    const value = () => inline ?? queue.shift() ?? '';
    if (name === '--full') options.isFull = true;
    else if (name === '--changed') options.changedSince = inline ?? '';
    else if (name === '--only') options.only = value().split(',').filter(Boolean);
    else if (name === '--repeat') options.repeat = wholeNumber(name, value(), 1);
    else if (name === '--busy') options.busy = wholeNumber(name, value(), 0);
    else if (name === '--shuffle') {
      options.isShuffled = true;
      if (inline !== undefined) options.seed = wholeNumber(name, inline, 0);
    } else options.rest.push(arg);
  }
  if (options.rest.length > 0 && options.only.length !== 1) {
    throw forPeople(`${options.rest.join(' ')}: arguments for a program need exactly one step.\n\n${usage}`);
  }
  return options;
}

function splitOnce(arg: string): [name: string, inline: string | undefined] {
  const at = arg.indexOf('=');
  return arg.startsWith('--') && at > 0 ? [arg.slice(0, at), arg.slice(at + 1)] : [arg, undefined];
}

function wholeNumber(name: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw forPeople(`${name} needs a whole number of at least ${least}.\n\n${usage}`);
}
