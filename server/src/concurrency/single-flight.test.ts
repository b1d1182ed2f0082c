import { expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

function build() {
  const runs: PromiseWithResolvers<void>[] = [];
  const flight = singleFlight(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { flight, runs };
}

it('joins the run that is under way', async () => {
  const { flight, runs } = build();
  const all = Promise.all([flight.join(), flight.join()]);
  runs[0]?.resolve();
  await all;
  expect(runs).toHaveLength(1);
  expect(flight.isRunning).toBe(false);
});

it('gives callers that need a fresh run one that begins after their call, and one for all', async () => {
  const { flight, runs } = build();
  const first = flight.fresh();
  const later = Promise.all([flight.fresh(), flight.fresh()]);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await later;
  expect(runs).toHaveLength(2);
});

it('begins the fresh run also after one that failed', async () => {
  const { flight, runs } = build();
  const failing = flight.join();
  const fresh = flight.fresh();
  runs[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  runs[1]?.resolve();
  await fresh;
});
