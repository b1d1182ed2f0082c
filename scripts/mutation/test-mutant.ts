import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../data-folder.ts';
import { forPeople } from '../toolchain.mjs';
import type { Chosen } from './covering-tests.ts';
import type { Mutant } from './find-mutants.ts';
import { changedLines, type Verdict } from './report.ts';
import type { FileOrder, OrderResult, Runner } from './runner.ts';
import { isIntegration } from './targets.ts';

const limitFactor = 5;
const extraMs = 20_000;

/** Tests one mutant with the chosen files. `source` is the file's text when the mutants were found. */
export async function testMutant(
  runner: Runner,
  mutant: Mutant,
  source: string,
  { files, durationMs, capped }: Chosen,
): Promise<Verdict> {
  if (readFileSync(join(root, mutant.file), 'utf8') !== source)
    throw forPeople(`${mutant.file} was changed meanwhile. Start the command again.`);
  const startedAt = Date.now();
  const run = (some: FileOrder[]) =>
    runner.run({ mutant: mutant.id, files: some }, durationMs * limitFactor + extraMs);
  const found = files.length > 0 ? await findKiller(run, files) : { outcome: 'not covered' as const };
  const { id, file, line, mutator } = mutant;
  return {
    ...{ id, file, line, mutator, ...changedLines(mutant, source) },
    outcome: found.outcome,
    killedBy: found.killedBy,
    tests: files.length,
    capped,
    seconds: Math.round((Date.now() - startedAt) / 100) / 10,
  };
}

/**
 * Runs the tests until one fails. An integration test must fail twice: on a busy machine it may fail by chance, which
 * would hide a mutant that survives.
 */
export async function findKiller(
  run: (files: FileOrder[]) => Promise<OrderResult | 'timeout' | 'ended'>,
  files: FileOrder[],
): Promise<Pick<Verdict, 'outcome'> & { killedBy?: string }> {
  const result = await run(files);
  if (result === 'timeout') return { outcome: 'timeout' };
  if (result === 'ended') return { outcome: 'killed', killedBy: 'the process of the tests ended' };
  const failed = result.files.find(({ failure }) => failure !== undefined);
  const killedBy = failed ? `${failed.file}: ${failed.failure}` : result.error;
  if (killedBy === undefined) return { outcome: 'survived' };
  if (failed && !isIntegration(failed.file)) return { outcome: 'killed', killedBy };
  const at = files.findIndex(({ file }) => file === failed?.file);
  const again = await run(failed ? files.slice(at, at + 1) : files);
  const isKilled =
    typeof again === 'string' ||
    again.error !== undefined ||
    again.files.some(({ failure }) => failure !== undefined);
  if (isKilled) return { outcome: 'killed', killedBy };
  const rest = failed ? files.slice(at + 1) : [];
  return rest.length > 0 ? findKiller(run, rest) : { outcome: 'survived' };
}
