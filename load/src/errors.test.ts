import { expect, it } from 'vitest';
import { causeOf, setUpError } from './errors.ts';

const at = { url: 'http://a:1', email: 'o@copup.test' };
const explained = (error: Error) => setUpError(error, at).message;

it('names the innermost cause of a failed fetch', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1');
  const both = new AggregateError([refused, new Error('another')]);
  expect(causeOf(new TypeError('fetch failed', { cause: both }))).toBe(refused.message);
  expect(causeOf('text')).toBe('text');
});

it('explains why a realm could not be created: the address, the cause and the option', () => {
  expect(explained(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))).toBe(
    'http://a:1 does not answer: ECONNRESET. Start the server, or name another one with --url.',
  );
  const wrong = explained(new Error('POST /auth/login: 401 {"code":"WRONG_PASSWORD"}'));
  expect(wrong).toContain('http://a:1 refuses the operator o@copup.test: POST /auth/login: 401');
  expect(wrong).toContain('--operator and --password');
  const off = explained(new Error('POST /admin/load-tests: 403 {"code":"LOAD_TESTS_OFF"}'));
  expect(off).toContain('LOAD_TESTS=allow');
  expect(explained(new Error('POST /admin/load-tests: 503 {"code":"BUSY"}'))).toContain(
    'did not create a realm',
  );
});
