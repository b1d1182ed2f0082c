import { defineConfig } from 'vitest/config';
import { patience } from './testkit/src/patience.ts';

const ignored = ['**/node_modules/**', '**/dist/**', '.data/**'];

// Three workers use two cores fully: tests wait for PostgreSQL, for Redis and for time in a third of theirs.
export default defineConfig({
  test: {
    maxWorkers: 3,
    passWithNoTests: true,
    expect: { poll: patience },
    setupFiles: ['testkit/src/patience.setup.ts'],
    // A worker loads the modules once for all its files; a test that changes the process restores it.
    isolate: false,
    // Transformed modules are kept for the next run.
    fsModuleCache: true,
    tags: [
      {
        name: 'full',
        description: 'Proves a rule more widely than another test does; runs with npm test -- --full.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx,mjs}'],
          exclude: [...ignored, '**/*.int.test.ts'],
          testTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['**/*.int.test.ts'],
          setupFiles: ['server/test/watch-replies.setup.ts'],
          exclude: ignored,
          // Ends what hangs. How long a test takes on a busy machine is no finding.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'drills',
          include: ['drills/**/*.drill.ts'],
          exclude: ignored,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // A browser already uses several processes.
          maxWorkers: 2,
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['e2e/screens/staged-app.setup.ts'],
          setupFiles: ['e2e/support/windows.setup.ts'],
          exclude: ignored,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
