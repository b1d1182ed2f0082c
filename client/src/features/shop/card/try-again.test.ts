import { expect, it } from 'vitest';
import { tryAgain } from './try-again.ts';

/** Returns the attempts and pauses until the load succeeds, or fails for good. */
async function attempts(failures: number) {
  const log: (number | string)[] = [];
  let left = failures;
  const load = async () => {
    left -= 1;
    if (left >= 0) throw new Error('not loaded');
    return 'loaded';
  };
  const result = await tryAgain(
    load,
    (attempt) => log.push(attempt),
    async (ms) => {
      log.push(`${ms} ms`);
    },
  ).catch((error: Error) => error.message);
  return [...log, result];
}

it('spec 9: tries the script up to three times, one second apart', async () => {
  expect(await attempts(0)).toEqual([1, 'loaded']);
  expect(await attempts(2)).toEqual([1, '1000 ms', 2, '1000 ms', 3, 'loaded']);
  expect(await attempts(9)).toEqual([1, '1000 ms', 2, '1000 ms', 3, 'not loaded']);
});
