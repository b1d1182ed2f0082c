import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the mutants that a test file reached. */
    reached?: string[];
  }
}

const scope = globalThis as { __reached?: Set<string> };

// Registered first, so it runs after the other hooks of the file. What loading the file reached was recorded before.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters and demands a pattern.
afterAll(({}, file) => {
  file.meta.reached = [...(scope.__reached ?? [])];
  scope.__reached?.clear();
});
