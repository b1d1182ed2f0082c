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

it('joins the current run', async () => {
  const { flight, runs } = build();
  const all = Promise.all([flight.join(), flight.join()]);
  runs[0]?.resolve();
  await all;
  expect(runs).toHaveLength(1);
  expect(flight.isRunning).toBe(false);
});

it('starts one fresh run after the call, shared by all callers that need one', async () => {
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

it('starts the fresh run also after a failed one', async () => {
  const { flight, runs } = build();
  const failing = flight.join();
  const fresh = flight.fresh();
  runs[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  runs[1]?.resolve();
  await fresh;
});
