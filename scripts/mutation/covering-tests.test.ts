import { describe, expect, it } from 'vitest';
import { testChooser } from './covering-tests.ts';
import type { Mutant } from './find-mutants.ts';

const mutant = { id: 'server/src/a/rules.ts#3', file: 'server/src/a/rules.ts', isStatic: false } as Mutant;
const coverage = [
  { test: 'server/src/b/slow.int.test.ts', durationMs: 900, reached: [mutant.id] },
  { test: 'server/src/b/fast.int.test.ts', durationMs: 100, reached: [mutant.id] },
  { test: 'server/src/a/near.int.test.ts', durationMs: 5_000, reached: [mutant.id] },
  { test: 'server/src/b/unit.test.ts', durationMs: 300, reached: [mutant.id] },
  { test: 'server/src/b/other.test.ts', durationMs: 10, reached: ['server/src/a/rules.ts#2'] },
].map((result) => ({ ...result, failure: undefined }));

describe('choice of tests', () => {
  it('takes those that reach the mutant: unit tests first, then the fastest', () => {
    expect(testChooser(coverage, 9)(mutant)).toEqual({
      tests: [
        'server/src/b/unit.test.ts',
        'server/src/b/fast.int.test.ts',
        'server/src/b/slow.int.test.ts',
        'server/src/a/near.int.test.ts',
      ],
      durationMs: 6_300,
      capped: 0,
    });
  });

  it('keeps those in the same folder below the cap', () => {
    expect(testChooser(coverage, 2)(mutant)).toMatchObject({
      tests: ['server/src/b/unit.test.ts', 'server/src/a/near.int.test.ts'],
      capped: 2,
    });
  });

  it('takes all tests that reach the file when the mutant is evaluated as the module is loaded', () => {
    expect(testChooser(coverage, 9)({ ...mutant, isStatic: true }).tests).toContain(
      'server/src/b/other.test.ts',
    );
  });

  it('leaves out files that fail without a mutant', () => {
    const failing = coverage.map((result) => ({ ...result, failure: 'a test' }));
    expect(testChooser(failing, 9)(mutant).tests).toEqual([]);
  });
});
