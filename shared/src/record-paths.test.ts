import { expect, it } from 'vitest';
import { recordPath } from './record-paths.ts';

it('O1 addresses of records are below the console, with escaped ids, if their kind has a page', () => {
  expect(recordPath('payment', 7)).toBe('/admin/payments/7');
  expect(recordPath('user', 'a&b')).toBe('/admin/users/a%26b');
  expect(recordPath('heist-order', 3)).toBe('/admin/heist-orders/3');
  expect(recordPath('issuance', '1')).toBeNull();
  expect(recordPath('constructor', '1')).toBeNull();
});
