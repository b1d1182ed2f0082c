import { expect, it } from 'vitest';
import { deviceToken } from './device-token.ts';
import { removeStored, writeStored } from './stored.ts';

it('S2a a device keeps one random token, and replaces an invalid one', () => {
  const first = deviceToken();
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(deviceToken()).toBe(first);
  writeStored('device', 'nonsense');
  const second = deviceToken();
  expect(second).toMatch(/^[\w-]{43}$/);
  expect(second).not.toBe(first);
  removeStored('device');
  expect(deviceToken()).not.toBe(second);
});
