import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';

describe('options', () => {
  it('have the documented defaults', () => {
    expect(parseOptions([])).toMatchObject({ mutants: 400, seed: 1, workers: 2, mostFiles: 12, least: 90 });
  });

  it('are read by name', () => {
    expect(parseOptions(['--mutants', '15', '--files', 'a/**', '--list', '--fresh'])).toMatchObject({
      mutants: 15,
      files: 'a/**',
      isList: true,
      isFresh: true,
    });
  });

  it.each([[['--mutants']], [['--mutants', '0']], [['--seed', 'x']], [['--other']]])('refuse %j', (args) => {
    expect(() => parseOptions(args)).toThrow(/npm run mutate/);
  });
});
