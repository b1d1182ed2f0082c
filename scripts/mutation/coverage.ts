import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { forPeople } from '../toolchain.mjs';
import type { FileResult, Runner } from './runner.ts';

const limitMs = 45 * 60_000;

/** Returns what each test file reached without an active mutant: from the file, or from a run of all tests. */
export async function measureCoverage(
  file: string,
  isFresh: boolean,
  tests: readonly string[],
  createRunner: () => Promise<Runner>,
): Promise<FileResult[]> {
  if (existsSync(file) && !isFresh) return JSON.parse(readFileSync(file, 'utf8')) as FileResult[];
  console.log(`Running ${tests.length} test files without a mutant, to learn what each of them reaches.`);
  const runner = await createRunner();
  const startedAt = Date.now();
  const first = await runWithoutMutant(runner, tests);
  // On a busy machine a test may fail by chance.
  const failed = first.filter(isFailed).map(({ file }) => file);
  const second = failed.length > 0 ? await runWithoutMutant(runner, failed) : [];
  runner.stop();
  const files = [...first.filter((result) => !isFailed(result)), ...second];
  for (const result of files.filter(isFailed))
    console.error(`Left out, because it fails without a mutant: ${result.file}: ${result.failure}`);
  console.log(`${files.length} test files took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  writeFileSync(file, JSON.stringify(files));
  return files;
}

async function runWithoutMutant(runner: Runner, tests: readonly string[]): Promise<FileResult[]> {
  const result = await runner.run({ mutant: '', files: tests.map((file) => ({ file })) }, limitMs);
  if (typeof result === 'string') throw forPeople('The run without a mutant did not come to its end.');
  if (result.error !== undefined) console.error(`Outside of the tests: ${result.error}`);
  return result.files;
}

function isFailed({ failure }: FileResult): boolean {
  return failure !== undefined;
}
