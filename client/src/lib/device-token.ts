import { readStored, writeStored } from './stored.ts';

const key = 'device';

/**
 * S2a: returns 256 random bits that stay on this device, also after a logout. By them the server recognises a device that has
 * signed in before, so that failed attempts on other devices do not lock the user out.
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
