import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { faultsOf, faultText } from './form-faults.ts';

it('assigns the server’s issues to their fields', () => {
  const refusal = new ApiError('Some fields are not right.', {
    status: 400,
    code: 'VALIDATION_FAILED',
    issues: [
      { path: 'end_date', message: 'must be in the future' },
      { path: 'end_date', message: 'a second one' },
      { path: 'realm', message: 'is not an open load test' },
    ],
  });
  expect(faultsOf(refusal, ['name', 'end_date'])).toEqual({
    end_date: 'must be in the future',
    root: { server: 'Some fields are not right. realm: is not an open load test' },
  });
});

it('returns a text for every error', () => {
  expect(faultsOf(new Error('Network Error'), [])).toEqual({ root: { server: 'Network Error' } });
  expect(faultsOf('?', [])).toEqual({ root: { server: 'This did not work.' } });
  expect([faultText('a'), faultText({ message: 'b' }), faultText(undefined)]).toEqual(['a', 'b', undefined]);
});
