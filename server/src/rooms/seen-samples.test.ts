import { expect, it } from 'vitest';
import { SeenSamples } from './seen-samples.ts';

function setUp(oneIn?: number) {
  const clock = { ms: 0 };
  const heard: unknown[][] = [];
  const samples = new SeenSamples<string>({
    nowMs: () => clock.ms,
    onSeen: (...seen) => heard.push(seen),
    ...(oneIn === undefined ? {} : { oneIn }),
  });
  return { clock, heard, samples };
}

it('O2 one frame in a hundred carries a number', () => {
  const { samples } = setUp();
  const numbers = Array.from({ length: 1_000 }, () => samples.take('ada', 'auction:1', 'auction'));
  expect(numbers.filter((number) => number !== undefined)).toHaveLength(10);
});

it('O2 the answer of the member it was sent to is timed, once', () => {
  const { clock, heard, samples } = setUp(1);
  const id = samples.take('ada', 'auction:1', 'auction');
  clock.ms = 40;
  samples.answered('bola', id);
  samples.answered('ada', 'a text');
  samples.answered('ada', 4_711);
  expect(heard).toEqual([]);
  samples.answered('ada', id);
  samples.answered('ada', id);
  expect(heard).toEqual([['auction:1', 'auction', 40]]);
});

it('O2 a client that never answers is forgotten', () => {
  const { clock, heard, samples } = setUp(1);
  const id = samples.take('ada', 'auction:1', 'auction');
  clock.ms = 10_000;
  samples.take('bola', 'auction:1', 'auction');
  samples.answered('ada', id);
  expect(heard).toEqual([]);
});
