import { expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import type { TracedCommand } from './room-traces.ts';
import { tracedLane } from './traced-lane.ts';

it('O2 records how each command ended and how long it took, waiting included', async () => {
  const recorded: [string, TracedCommand][] = [];
  let monotonicMs = 500;
  const clock = { wallMs: () => 10_000 + monotonicMs, monotonicMs: () => monotonicMs };
  const submitted: unknown[] = [];
  const lane = tracedLane(
    {
      submit: async (...args: [string, { by: string; fails?: Error }, number?]) => {
        submitted.push(args);
        monotonicMs += 20;
        const [, { fails }] = args;
        if (fails) throw fails;
        return { price: 7 };
      },
    },
    {
      traces: { command: (room, command) => recorded.push([room, command]) },
      clock,
      describe: (key, { by }) => ({ room: `auction:${key}`, userId: by, command: 'bid' }),
      facts: ({ price }) => ({ price }),
    },
  );
  await expect(lane.submit('5', { by: 'ada' }, 10_490)).resolves.toEqual({ price: 7 });
  const refusal = new Refusal('PRICE_MOVED', 'The price moved.');
  await expect(lane.submit('5', { by: 'ben', fails: refusal })).rejects.toBe(refusal);
  await expect(lane.submit('5', { by: 'ben', fails: new Error('broken') })).rejects.toThrow('broken');
  expect(submitted[0]).toEqual(['5', { by: 'ada' }, 10_490]);
  expect(recorded).toEqual([
    ['auction:5', { userId: 'ada', command: 'bid', result: 'accepted', price: 7, ms: 30 }],
    ['auction:5', { userId: 'ben', command: 'bid', result: 'PRICE_MOVED', ms: 20 }],
    ['auction:5', { userId: 'ben', command: 'bid', result: 'INTERNAL', ms: 20 }],
  ]);
});
