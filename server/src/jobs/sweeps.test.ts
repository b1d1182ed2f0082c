import { afterEach, expect, it, vi } from 'vitest';
import { createSweeps } from './sweeps.ts';

afterEach(() => vi.restoreAllMocks());

it('P3 a sweep does not start again during a run, and continues after a failure', async () => {
  const log = { error: vi.fn() };
  const sweeps = createSweeps(log);
  let running = 0;
  let most = 0;
  let runs = 0;
  const enough = Promise.withResolvers<void>();
  sweeps.define({
    name: 'test',
    everyMs: 1,
    async run() {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      runs += 1;
      if (runs === 2 || runs === 3) throw new Error('twice the same');
      if (runs === 5) enough.resolve();
    },
  });
  sweeps.start();
  sweeps.start();
  await enough.promise;
  await sweeps.close();
  expect(most).toBe(1);
  expect(sweeps.stats()[0]).toMatchObject({ name: 'test', failures: 2, lastError: undefined });
  expect(log.error).toHaveBeenCalledTimes(1);
});

it('close() waits for the current run', async () => {
  const sweeps = createSweeps({ error: vi.fn() });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let isDone = false;
  sweeps.define({
    name: 'slow',
    everyMs: 1,
    async run() {
      begun.resolve();
      await end.promise;
      isDone = true;
    },
  });
  sweeps.start();
  await begun.promise;
  const closed = sweeps.close();
  end.resolve();
  await closed;
  expect(isDone).toBe(true);
});

it('runs sooner when soonMs says so', async () => {
  const sweeps = createSweeps({ error: vi.fn() });
  const again = Promise.withResolvers<void>();
  let runs = 0;
  vi.spyOn(Math, 'random').mockReturnValueOnce(0);
  sweeps.define({
    name: 'hourly',
    everyMs: 3_600_000,
    async run() {
      runs += 1;
      if (runs === 2) again.resolve();
    },
    soonMs: async () => (runs === 1 ? 1 : undefined),
  });
  sweeps.start();
  await again.promise;
  await sweeps.close();
  expect(runs).toBe(2);
});
