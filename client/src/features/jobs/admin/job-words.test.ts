import { expect, it } from 'vitest';
import { jobTitle } from './job-words.ts';

it('O1 jobs are named by what they do', () => {
  expect(jobTitle({ kind: 'auctions-close', about: '1001' })).toBe('End auction 1001');
  expect(jobTitle({ kind: 'heists-start', about: '7' })).toBe('Start heist 7');
  expect(jobTitle({ kind: 'fragile', about: '1' })).toBe('Fragile 1');
});
