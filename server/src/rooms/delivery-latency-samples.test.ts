import { expect, it } from 'vitest';
import { DeliveryLatencySamples } from './metrics.ts';

function setUp(oneIn?: number) {
  const clock = { ms: 0 };
  const delivered: unknown[][] = [];
  const samples = new DeliveryLatencySamples({
    nowMs: () => clock.ms,
    onDelivered: (...seen) => delivered.push(seen),
    ...(oneIn === undefined ? {} : { oneIn }),
  });
  return { clock, delivered, samples };
}

it('O2 one frame in a hundred carries a number', () => {
  const { samples } = setUp();
  const numbers = Array.from({ length: 1_000 }, () => samples.take('ada', 'auction:1', 'auction'));
  expect(numbers.filter((number) => number !== undefined)).toHaveLength(10);
});

it('O2 the acknowledgement of the member it was sent to is timed, once', () => {
  const { clock, delivered, samples } = setUp(1);
  const id = samples.take('ada', 'auction:1', 'auction');
  clock.ms = 40;
  samples.acknowledge('bola', id);
  samples.acknowledge('ada', 'a text');
  samples.acknowledge('ada', 4_711);
  expect(delivered).toEqual([]);
  samples.acknowledge('ada', id);
  samples.acknowledge('ada', id);
  expect(delivered).toEqual([['auction:1', 'auction', 40]]);
});

it('O2 a sample that is never acknowledged is deleted', () => {
  const { clock, delivered, samples } = setUp(1);
  const id = samples.take('ada', 'auction:1', 'auction');
  clock.ms = 10_000;
  samples.take('bola', 'auction:1', 'auction');
  samples.acknowledge('ada', id);
  expect(delivered).toEqual([]);
});
