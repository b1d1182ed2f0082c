import { dirname } from 'node:path';
import type { Mutant } from './find-mutants.ts';
import type { FileOrder, FileResult } from './runner.ts';
import { isIntegration } from './targets.ts';

export interface Chosen {
  /** In the order in which they run. */
  files: FileOrder[];
  durationMs: number;
  /** Number of test files that reach the mutant, too, but are above the cap. */
  capped: number;
}

interface Candidate extends FileOrder {
  durationMs: number;
}

/**
 * Returns a function that chooses the tests of a mutant: those that reach it, or all of a file that reaches it outside of
 * its tests. They are of the files in its folder and of others up to `mostFiles`, which all pass without a mutant.
 */
export function testChooser(coverage: readonly FileResult[], mostFiles: number): (mutant: Mutant) => Chosen {
  const passed = coverage.filter(({ failure }) => failure === undefined);
  const reachedBy = new Map<string, Candidate[]>();
  const usersOf = new Map<string, Set<FileResult>>();
  for (const result of passed) {
    for (const [id, candidate] of candidatesOf(result))
      reachedBy.set(id, [...(reachedBy.get(id) ?? []), candidate]);
    // What loading reaches tells only which test of a worker was the first.
    for (const id of result.tests.flatMap(({ reached }) => reached)) {
      const file = id.slice(0, id.lastIndexOf('#'));
      usersOf.set(file, (usersOf.get(file) ?? new Set()).add(result));
    }
  }

  return (mutant) => {
    const isNear = ({ file }: FileOrder) => dirname(file) === dirname(mutant.file);
    const found = mutant.isStatic
      ? [...(usersOf.get(mutant.file) ?? passed.filter(isNear))].map(wholeFile)
      : (reachedBy.get(mutant.id) ?? []);
    const all = found.sort((one, other) => Number(isNear(other)) - Number(isNear(one)) || byCost(one, other));
    const chosen = all.filter((one, nth) => nth < mostFiles || isNear(one)).sort(byCost);
    return {
      files: chosen.map(({ durationMs: _, ...order }) => order),
      durationMs: chosen.reduce((sum, { durationMs }) => sum + durationMs, 0),
      capped: all.length - chosen.length,
    };
  };
}

/** Returns for each mutant that a file reaches what to run of the file. */
function candidatesOf(result: FileResult): Map<string, Candidate> {
  const { file, tests } = result;
  const besidesMs = tests.reduce((rest, { durationMs }) => rest - durationMs, result.durationMs);
  const found = new Map<string, Candidate>();
  for (const { id, durationMs, reached } of tests) {
    for (const mutant of reached) {
      const before = found.get(mutant) ?? { file, durationMs: besidesMs, testIds: [] };
      found.set(mutant, {
        file,
        durationMs: before.durationMs + durationMs,
        testIds: [...(before.testIds ?? []), id],
      });
    }
  }
  for (const mutant of result.reached) found.set(mutant, wholeFile(result));
  return found;
}

function wholeFile({ file, durationMs }: FileResult): Candidate {
  return { file, durationMs };
}

/** Compares by the kind, unit tests first, then by the duration. */
function byCost(one: Candidate, other: Candidate): number {
  return (
    Number(isIntegration(one.file)) - Number(isIntegration(other.file)) || one.durationMs - other.durationMs
  );
}
