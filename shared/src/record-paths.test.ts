import { expect, it } from 'vitest';
import { recordPath } from './record-paths.ts';

it('O1 addresses of records are below the console, with escaped ids', () => {
  expect(recordPath('payment', 7)).toBe('/admin/payments?list=all&item=7');
  expect(recordPath('user', 'a&b')).toContain('a%26b');
  expect(recordPath('heist-order', 3)).toMatch(/^\/admin\/heist-orders/);
});

it('O1 a kind without a page has no address', () => {
  expect(recordPath('issuance', '1')).toBeNull();
  expect(recordPath('constructor', '1')).toBeNull();
});
