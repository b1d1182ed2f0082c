import { describe, expect, it } from 'vitest';
import { findCycle } from './no-cycles.ts';

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

describe('files that import each other', () => {
  it('are found directly', () => {
    const built = graph({ index: ['react', 'common'], common: ['react', 'index'], react: [] });
    expect(findCycle(built)).toEqual(['index', 'common', 'index']);
  });

  it('are found over several files, and from another file', () => {
    const built = graph({ page: ['one'], one: ['two'], two: ['three'], three: ['one'] });
    expect(findCycle(built)).toEqual(['one', 'two', 'three', 'one']);
  });

  it('are not files that have the same import', () => {
    expect(findCycle(graph({ one: ['three', 'two'], two: ['three'], three: ['four'] }))).toBeUndefined();
  });
});
