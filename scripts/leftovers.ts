import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, identify, isRunning, type ProcessIdentity } from './processes.ts';

const graceMs = 20_000;

/** Writes down what runs on the data folder, for the start after a `kill -9` of this one. */
export function rememberPrograms(dataFolder: string, pids: number[]): void {
  writeFileSync(
    fileIn(dataFolder),
    JSON.stringify(pids.map(identify).filter((found) => found !== undefined)),
  );
}

/** Ends what a start that was killed left running; it holds the product's port. Only under the folder's lock. */
export async function endLeftovers(dataFolder: string): Promise<void> {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return;
  const left = (JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity[]).filter(isRunning);
  if (left.length > 0) console.log('Ending what an earlier start left running …');
  await Promise.all(left.map((program) => endProcess(program, graceMs)));
  rmSync(file, { force: true });
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'programs.json');
}
