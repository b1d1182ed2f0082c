import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './data-folder.ts';

/** One test that passed. */
export interface PassedTest {
  name: string;
  neededSecondAttempt: boolean;
}

/** For each test that needed a second attempt: whether each of its last runs did, oldest first. */
type History = Record<string, boolean[]>;

const runsKept = 10;

/** Returns the file in TEST_HISTORY_DIR, which a build server keeps between runs, or in the data folder. */
export function historyFile(): string {
  return join(process.env.TEST_HISTORY_DIR || join(root, '.data', 'test'), 'second-attempts.json');
}

/**
 * Adds one run to the history. Returns the unreliable tests: those that needed a second attempt in this run and in
 * another one of their last ten.
 */
export function recordAttempts(file: string, tests: readonly PassedTest[]): string[] {
  const history = readHistory(file);
  for (const { name, neededSecondAttempt } of tests) {
    const runs = [...(history[name] ?? []), neededSecondAttempt].slice(-runsKept);
    if (runs.includes(true)) history[name] = runs;
    else delete history[name];
  }
  writeHistory(file, history);
  const unreliable = tests.filter(
    ({ name, neededSecondAttempt }) =>
      neededSecondAttempt && (history[name] ?? []).filter((needed) => needed).length > 1,
  );
  return unreliable.map(({ name }) => name);
}

function readHistory(file: string): History {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as History;
  } catch (error) {
    console.warn(`${file} cannot be read and is replaced: ${error}`);
    return {};
  }
}

/** Writes another file and renames it, so that an interrupted run leaves the file intact. */
function writeHistory(file: string, history: History): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(history, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
