import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, identify, isRunning, type ProcessIdentity } from './processes.ts';

const graceMs = 20_000;

/** Records the processes that use the data folder, for the next start after a `kill -9` of this process. */
export function rememberPrograms(dataFolder: string, pids: number[]): void {
  writeFileSync(
    fileIn(dataFolder),
    JSON.stringify(pids.map(identify).filter((found) => found !== undefined)),
  );
}

/**
 * Stops processes that a killed start left running, because they use the product's port. Call it with the folder locked.
 */
export async function endLeftovers(dataFolder: string): Promise<void> {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return;
  const left = (JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity[]).filter(isRunning);
  if (left.length > 0) console.log('Stopping processes of an earlier start …');
  await Promise.all(left.map((program) => endProcess(program, graceMs)));
  rmSync(file, { force: true });
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'programs.json');
}
