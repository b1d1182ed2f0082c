import { readStored, writeStored } from './stored.ts';

const key = 'device';

/**
 * S2a: 256 random bits that stay on this device, also after a logout. The server recognises by them a device on which a
 * user has signed in before, so that attempts of others do not lock that user out.
 */
export function deviceToken(): string {
  const stored = readStored(key);
  if (stored !== null && /^[\w-]{43}$/.test(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  writeStored(key, token);
  return token;
}
