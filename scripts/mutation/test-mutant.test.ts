import { describe, expect, it } from 'vitest';
import type { FileOrder } from './runner.ts';
import { findKiller } from './test-mutant.ts';

const files = ['a.test.ts', 'b.int.test.ts', 'c.int.test.ts'].map((file) => ({ file }));

/** Runs tests of which these fail, each as often as it is listed. */
function runnerOf(failures: string[]) {
  const orders: FileOrder[][] = [];
  const run = async (some: FileOrder[]) => {
    orders.push(some);
    const failing = some.find(({ file }) => failures.includes(file))?.file;
    if (failing !== undefined) failures.splice(failures.indexOf(failing), 1);
    const results = some.map(({ file }) => ({ file, failure: file === failing ? 'x' : undefined }));
    return {
      files: results.map((result) => ({ ...result, durationMs: 1, reached: [], tests: [] })),
      error: undefined,
    };
  };
  return { orders, run };
}

describe('a mutant', () => {
  it('is killed by one failure of a unit test', async () => {
    const { orders, run } = runnerOf(['a.test.ts']);
    expect(await findKiller(run, files)).toEqual({ outcome: 'killed', killedBy: 'a.test.ts: x' });
    expect(orders).toEqual([files]);
  });

  it('is killed by an integration test that fails twice', async () => {
    const { orders, run } = runnerOf(['b.int.test.ts', 'b.int.test.ts']);
    expect(await findKiller(run, files)).toEqual({ outcome: 'killed', killedBy: 'b.int.test.ts: x' });
    expect(orders).toEqual([files, [{ file: 'b.int.test.ts' }]]);
  });

  it('survives an integration test that fails by chance, and meets the remaining tests', async () => {
    const { orders, run } = runnerOf(['b.int.test.ts']);
    expect(await findKiller(run, files)).toEqual({ outcome: 'survived' });
    expect(orders).toEqual([files, [{ file: 'b.int.test.ts' }], [{ file: 'c.int.test.ts' }]]);
  });
});
