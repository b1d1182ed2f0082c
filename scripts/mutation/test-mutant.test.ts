import { describe, expect, it } from 'vitest';
import { findKiller } from './test-mutant.ts';

const tests = ['a.test.ts', 'b.int.test.ts', 'c.int.test.ts'];

/** Runs tests of which these fail, each as often as it is listed. */
function runnerOf(failures: string[]) {
  const orders: string[][] = [];
  const run = async (some: string[]) => {
    orders.push(some);
    const failing = some.find((test) => failures.includes(test));
    if (failing !== undefined) failures.splice(failures.indexOf(failing), 1);
    const files = some.map((test) => ({ test, failure: test === failing ? 'x' : undefined }));
    return { files: files.map((file) => ({ ...file, durationMs: 1, reached: [] })), error: undefined };
  };
  return { orders, run };
}

describe('a mutant', () => {
  it('is killed by one failure of a unit test', async () => {
    const { orders, run } = runnerOf(['a.test.ts']);
    expect(await findKiller(run, tests)).toEqual({ outcome: 'killed', killedBy: 'a.test.ts: x' });
    expect(orders).toEqual([tests]);
  });

  it('is killed by an integration test that fails twice', async () => {
    const { orders, run } = runnerOf(['b.int.test.ts', 'b.int.test.ts']);
    expect(await findKiller(run, tests)).toEqual({ outcome: 'killed', killedBy: 'b.int.test.ts: x' });
    expect(orders).toEqual([tests, ['b.int.test.ts']]);
  });

  it('survives an integration test that fails by chance, and meets the remaining tests', async () => {
    const { orders, run } = runnerOf(['b.int.test.ts']);
    expect(await findKiller(run, tests)).toEqual({ outcome: 'survived' });
    expect(orders).toEqual([tests, ['b.int.test.ts'], ['c.int.test.ts']]);
  });
});
