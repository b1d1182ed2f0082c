import { describe, expect, it } from 'vitest';
import { testChooser } from './covering-tests.ts';
import type { Mutant } from './find-mutants.ts';

const mutant = { id: 'server/src/a/rules.ts#3', file: 'server/src/a/rules.ts', isStatic: false } as Mutant;
const fromHook = { reached: [mutant.id], tests: [] };
const coverage = [
  { file: 'server/src/b/slow.int.test.ts', durationMs: 900, ...fromHook },
  {
    file: 'server/src/b/fast.int.test.ts',
    durationMs: 1_000,
    reached: [],
    tests: [
      { id: '1', durationMs: 900, reached: ['server/src/a/rules.ts#2'] },
      { id: '2', durationMs: 10, reached: [mutant.id] },
      { id: '3', durationMs: 20, reached: [mutant.id, 'server/src/a/rules.ts#2'] },
    ],
  },
  { file: 'server/src/a/near.int.test.ts', durationMs: 5_000, ...fromHook },
  { file: 'server/src/b/unit.test.ts', durationMs: 300, ...fromHook },
  {
    file: 'server/src/b/other.test.ts',
    durationMs: 10,
    reached: [],
    tests: [{ id: '4', durationMs: 1, reached: ['server/src/a/rules.ts#2'] }],
  },
  { file: 'server/src/b/first.test.ts', durationMs: 10, reached: ['server/src/a/rules.ts#1'], tests: [] },
].map((result) => ({ ...result, failure: undefined }));

describe('choice of tests', () => {
  it('takes those that reach the mutant: unit tests first, then the fastest', () => {
    expect(testChooser(coverage, 9)(mutant)).toEqual({
      files: [
        { file: 'server/src/b/unit.test.ts' },
        { file: 'server/src/b/fast.int.test.ts', testIds: ['2', '3'] },
        { file: 'server/src/b/slow.int.test.ts' },
        { file: 'server/src/a/near.int.test.ts' },
      ],
      durationMs: 300 + 100 + 900 + 5_000,
      capped: 0,
    });
  });

  it('keeps those in the same folder, whatever the cap', () => {
    const near = coverage.map((one) => ({ ...one, file: one.file.replace('/b/', '/a/') }));
    expect(testChooser([...coverage, ...near], 1)(mutant)).toMatchObject({ files: { length: 5 }, capped: 3 });
    expect(testChooser(coverage, 2)(mutant)).toMatchObject({
      files: [{ file: 'server/src/b/unit.test.ts' }, { file: 'server/src/a/near.int.test.ts' }],
      capped: 2,
    });
  });

  it('takes the files whose tests reach the module, or else those in its folder, for a mutant of its loading', () => {
    const ofLoading = { ...mutant, isStatic: true };
    expect(testChooser(coverage, 9)(ofLoading).files).toEqual([
      { file: 'server/src/b/other.test.ts' },
      { file: 'server/src/b/fast.int.test.ts' },
    ]);
    const loaded = coverage.map((result) => ({ ...result, tests: [] }));
    expect(testChooser(loaded, 9)(ofLoading).files).toEqual([{ file: 'server/src/a/near.int.test.ts' }]);
  });

  it('leaves out files that fail without a mutant', () => {
    const failing = coverage.map((result) => ({ ...result, failure: 'a test' }));
    expect(testChooser(failing, 9)(mutant).files).toEqual([]);
  });
});
