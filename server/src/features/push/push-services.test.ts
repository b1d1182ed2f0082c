import type { LookupAddress, lookup } from 'node:dns';
import { expect, it } from 'vitest';
import { publicOnly } from './push-services.ts';

/** Looks a name up where the resolver answers with these addresses. */
const lookUp = (addresses: string[], all: boolean): Promise<unknown> => {
  const found: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const resolve = ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, found)) as typeof lookup;
  return new Promise((answer, reject) =>
    publicOnly(resolve)('fcm.googleapis.com', { all }, (error, address) =>
      error ? reject(error) : answer(address),
    ),
  );
};

it.each([
  '127.0.0.1',
  '10.0.0.8',
  '172.16.4.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.8',
  '64:ff9b::7f00:1',
  '142.250.1.1 127.0.0.1',
])('W23 no connection is opened to a push service whose name resolves to %s', async (addresses) => {
  for (const all of [true, false])
    await expect(lookUp(addresses.split(' '), all)).rejects.toThrow('private address');
});

it('W23 a push service at a public address is reached', async () => {
  expect(await lookUp(['142.250.1.1', '2a00:1450::1'], false)).toBe('142.250.1.1');
  expect(await lookUp(['142.250.1.1'], true)).toEqual([{ address: '142.250.1.1', family: 4 }]);
  await expect(lookUp([], true)).rejects.toThrow('no address');
});
