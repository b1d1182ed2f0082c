import { expect, it } from 'vitest';
import { readHeight } from './frame-height.ts';

const measure = (height: unknown) => JSON.stringify({ type: 'MEASURE', details: { height } });

it('reads the height of a frame within limits', () => {
  expect([612.4, 20, 99_999].map((height) => readHeight(measure(height)))).toEqual([612, 200, 1_600]);
});

it.each([
  measure('600'),
  measure(null),
  JSON.stringify({ type: 'MOUNTED', details: { height: 600 } }),
  JSON.stringify({ type: 'MEASURE' }),
  'null',
  'not JSON',
  { type: 'MEASURE', details: { height: 600 } },
  undefined,
])('ignores %j', (data) => {
  expect(readHeight(data)).toBeUndefined();
});
