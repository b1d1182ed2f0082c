import { afterEach, describe, expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { instrument } from './instrument.ts';

const source = `
  const weight: number = 2;
  function score(a: number, b: number, seen: string[]): string {
    if (a > b) seen.push('more'); else seen.push('less');
    const sum = (a + b) * weight - Math.min(a, b);
    return sum > 10 && !seen.includes('less') ? 'high' : 'low';
  }
  result = score(4, 3, seen) + ' ' + seen.join();
`;
const scope = globalThis as { __mutant?: string | undefined; __reached?: Set<string> | undefined };

/** Runs the instrumented source with one mutant active. */
function evaluate(mutant: string): string {
  scope.__mutant = mutant;
  scope.__reached = undefined;
  return new Function('seen', 'result', `${instrument('file.ts', source)}; return result;`)([], '');
}

afterEach(() => {
  delete scope.__mutant;
  delete scope.__reached;
});

describe('instrumented code', () => {
  it('behaves like the source without a mutant, records what it reaches and keeps its lines', () => {
    expect(evaluate('')).toBe('high more');
    const all = findMutants('file.ts', source);
    const notReached = all.filter(({ id }) => !scope.__reached?.has(id)).map(({ line }) => line);
    // The statement behind `else`.
    expect(notReached).toEqual([4]);
    expect(instrument('file.ts', source).split('\n')).toHaveLength(source.split('\n').length);
  });

  it('behaves as changed with a mutant, also inside other mutants', () => {
    const results = findMutants('file.ts', source).map(({ id, mutator }) => `${mutator}: ${evaluate(id)}`);
    expect(results).toEqual([
      'number: high more',
      'boundary: high more',
      'condition: high more',
      'condition: low less',
      'statement: high ',
      'statement: high more',
      'arithmetic: high more',
      'arithmetic: low more',
      'arithmetic: low more',
      'extreme: low more',
      'logical: high more',
      'condition: high more',
      'condition: low more',
      'boundary: high more',
      'number: low more',
      'negation: low more',
      'arithmetic: NaN',
      'number: high more',
      'number: low less',
    ]);
  });
});
