import { describe, expect, it } from 'vitest';
import { CREST, crestPatterns, MAX_CREST, parseCrest } from './crest.ts';

describe('a crest', () => {
  it('has a pattern and two colours', () => {
    expect(parseCrest('bend-d1270f-f5f4ef')).toEqual({ pattern: 'bend', field: '#d1270f', mark: '#f5f4ef' });
  });

  it.each(crestPatterns)('with the pattern %s is accepted and fits the table', (pattern) => {
    const crest = `${pattern}-0b7a4b-f5f4ef`;
    expect(crest).toMatch(CREST);
    expect(crest.length).toBeLessThanOrEqual(MAX_CREST);
  });

  it.each(['', 'pale', 'pale-0b7a4b', 'cross-0b7a4b-f5f4ef', 'pale-0b7a4b-f5f4ef;'])(
    'is grey when its text is invalid: %j',
    (text) => {
      expect(parseCrest(text)).toEqual({ pattern: 'pale', field: '#6b7280', mark: '#e5e7eb' });
    },
  );
});
