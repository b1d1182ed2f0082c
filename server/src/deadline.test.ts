import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('settles like the work and leaves no timer', async () => {
  expect(await withDeadline(Promise.resolve(7), 1_000, () => 0)).toBe(7);
  await expect(withDeadline(Promise.reject(new Error('no')), 1_000, () => 0)).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

it('settles late work with the given value or error, and handles its later rejection', async () => {
  const work = Promise.withResolvers<number>();
  const value = withDeadline(work.promise, 1_000, () => 0);
  const refused = withDeadline(work.promise, 1_000, () => {
    throw new Error('too late');
  });
  const check = expect(refused).rejects.toThrow('too late');
  vi.advanceTimersByTime(1_000);
  expect(await value).toBe(0);
  await check;
  work.reject(new Error('handled'));
});
