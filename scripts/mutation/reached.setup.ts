import { afterAll, afterEach, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the mutants that a test reached; of a file, those that were reached outside of its tests. */
    reached?: string[];
  }
}

const scope = globalThis as { __reached?: Set<string> };

function takeReached(before: readonly string[] = []): string[] {
  const all = [...new Set([...before, ...(scope.__reached ?? [])])];
  scope.__reached?.clear();
  return all;
}

// Registered first, so these run before the other hooks that start a test, and after those that end it.
beforeEach(({ task }) => {
  task.file.meta.reached = takeReached(task.file.meta.reached);
});
afterEach(({ task }) => {
  task.meta.reached = takeReached();
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters and demands a pattern.
afterAll(({}, file) => {
  file.meta.reached = takeReached(file.meta.reached);
});
