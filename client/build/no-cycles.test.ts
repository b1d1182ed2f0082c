import { expect, it } from 'vitest';
import { findCycle } from './no-cycles.ts';

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

it('files that import each other are found, directly and over several files; files with the same import are none', () => {
  const two = graph({ index: ['react', 'common'], common: ['react', 'index'], react: [] });
  expect(findCycle(two)).toEqual(['index', 'common', 'index']);
  const several = graph({ page: ['one'], one: ['two'], two: ['three'], three: ['one'] });
  expect(findCycle(several)).toEqual(['one', 'two', 'three', 'one']);
  expect(findCycle(graph({ one: ['three', 'two'], two: ['three'], three: ['four'] }))).toBeUndefined();
});
