import { describe, expect, it } from 'vitest';
import type { Mutant } from './find-mutants.ts';
import { sample } from './sample.ts';

const mutants = Object.entries({ 'a.ts': 60, 'b.ts': 30, 'c.ts': 9, 'd.ts': 1 }).flatMap(([file, count]) =>
  Array.from({ length: count }, (_, nth) => ({ id: `${file}#${nth}`, file }) as Mutant),
);
const idsOf = (found: Mutant[]) => found.map(({ id }) => id);

describe('sample', () => {
  it('takes of each file in proportion to its mutants, exactly as many as asked for', () => {
    const found = sample(mutants, 20, 1);
    const counts = ['a.ts', 'b.ts', 'c.ts'].map((file) => found.filter((one) => one.file === file).length);
    expect(found).toHaveLength(20);
    expect(counts).toEqual([12, 6, 2]);
  });

  it('is the same for the same seed and another for another', () => {
    expect(idsOf(sample(mutants, 20, 1))).toEqual(idsOf(sample(mutants, 20, 1)));
    expect(idsOf(sample(mutants, 20, 2))).not.toEqual(idsOf(sample(mutants, 20, 1)));
  });

  it('is everything when it is larger', () => {
    expect(idsOf(sample(mutants, 500, 1))).toEqual(idsOf(mutants));
  });
});
