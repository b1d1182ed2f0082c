import { dirname } from 'node:path';
import type { Mutant } from './find-mutants.ts';
import type { FileResult } from './runner.ts';
import { isIntegration } from './targets.ts';

export interface Chosen {
  /** In the order in which they run. */
  tests: string[];
  durationMs: number;
  /** Number of test files that reach the mutant, too, but are above the cap. */
  capped: number;
}

/** Returns a function that chooses the tests of a mutant, at most `mostFiles`, from those that pass without one. */
export function testChooser(coverage: readonly FileResult[], mostFiles: number): (mutant: Mutant) => Chosen {
  const passed = coverage.filter(({ failure }) => failure === undefined);
  const reachedBy = new Map<string, FileResult[]>();
  const usersOf = new Map<string, Set<FileResult>>();
  for (const result of passed) {
    for (const id of result.reached) {
      const file = id.slice(0, id.lastIndexOf('#'));
      reachedBy.set(id, [...(reachedBy.get(id) ?? []), result]);
      usersOf.set(file, (usersOf.get(file) ?? new Set()).add(result));
    }
  }

  return (mutant) => {
    const isNear = ({ test }: FileResult) => dirname(test) === dirname(mutant.file);
    const near = passed.filter(isNear);
    const found = mutant.isStatic
      ? new Set([...(usersOf.get(mutant.file) ?? []), ...near])
      : (reachedBy.get(mutant.id) ?? []);
    const all = [...found].sort(
      (one, other) => Number(isNear(other)) - Number(isNear(one)) || byCost(one, other),
    );
    const chosen = all.slice(0, mostFiles).sort(byCost);
    return {
      tests: chosen.map(({ test }) => test),
      durationMs: chosen.reduce((sum, { durationMs }) => sum + durationMs, 0),
      capped: all.length - chosen.length,
    };
  };
}

/** Compares by the kind, unit tests first, then by the duration. */
function byCost(one: FileResult, other: FileResult): number {
  return (
    Number(isIntegration(one.test)) - Number(isIntegration(other.test)) || one.durationMs - other.durationMs
  );
}
