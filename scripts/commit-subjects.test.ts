import { expect, it } from 'vitest';
import { errorOfSubject } from './commit-subjects.ts';

it.each([
  ['auctions: release the outbid hold in the same transaction', undefined],
  ['bets, affiliates, tasks: merge tests of the same rule', undefined],
  ['Release the outbid hold', 'is not of the form `area: what changes`'],
  ['auctions: release the outbid hold.', 'is not of the form `area: what changes`'],
  [`auctions: ${'x'.repeat(63)}`, 'has 73 letters, more than 72'],
])('the subject "%s" of a commit', (subject, error) => {
  expect(errorOfSubject(subject)).toBe(error);
});
