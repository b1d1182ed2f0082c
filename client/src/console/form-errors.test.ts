import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { errorText, formErrorsOf } from './form-errors.ts';

it('assigns the server’s issues to their fields, and returns a text for every error', () => {
  const refusal = new ApiError('Some fields are not right.', {
    status: 400,
    code: 'VALIDATION_FAILED',
    issues: [
      { path: 'end_date', message: 'must be in the future' },
      { path: 'end_date', message: 'a second one' },
      { path: 'realm', message: 'is not an open load test' },
    ],
  });
  expect(formErrorsOf(refusal, ['name', 'end_date'])).toEqual({
    end_date: 'must be in the future',
    root: { server: 'Some fields are not right. realm: is not an open load test' },
  });
  expect(formErrorsOf(new Error('Network Error'), [])).toEqual({ root: { server: 'Network Error' } });
  expect(formErrorsOf('?', [])).toEqual({ root: { server: 'This did not work.' } });
  expect([errorText('a'), errorText({ message: 'b' }), errorText(undefined)]).toEqual(['a', 'b', undefined]);
});
