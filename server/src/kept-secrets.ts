import { createECDH, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, secret } from './environment.ts';

const KeptSecrets = z.object({ jwtSecret: secret, secretsKey: secret });
const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Returns the secrets of a data folder, creating them on the first call. All servers of the folder get the same. */
export function keepSecrets(dataDir: string): z.infer<typeof KeptSecrets> {
  const random = () => randomBytes(32).toString('base64url');
  const kept = keep(dataDir, 'secrets', () => ({ jwtSecret: random(), secretsKey: random() }));
  const parsed = KeptSecrets.safeParse(kept.content);
  if (parsed.success) return parsed.data;
  throw new ConfigError([`${kept.file} is damaged: remove it to get new secrets (it signs all users out)`]);
}

/** Does the same with the keys of push messages (W23). */
export function keepVapidKeys(dataDir: string): z.infer<typeof VapidKeys> {
  const kept = keep(dataDir, 'vapid', () => {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const privateKey = toPrivateText(pair.getPrivateKey());
    return { publicKey: pair.getPublicKey().toString('base64url'), privateKey };
  });
  const parsed = VapidKeys.safeParse(kept.content);
  if (parsed.success && publicKeyOf(parsed.data.privateKey) === parsed.data.publicKey) return parsed.data;
  throw new ConfigError([
    `${kept.file} is damaged: remove it to get new keys (it ends all push subscriptions)`,
  ]);
}

/** Returns the public key of a private one, both in base64url; undefined for a number that is no key. */
export function publicKeyOf(privateKey: string): string | undefined {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey().toString('base64url');
  } catch {
    return undefined;
  }
}

/** OpenSSL omits leading zeros. */
const toPrivateText = (key: Buffer) =>
  Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');

function keep(
  dataDir: string,
  name: string,
  create: () => Record<string, string>,
): { file: string; content: unknown } {
  const file = join(dataDir, `${name}.json`);
  const draft = join(dataDir, `${name}-${randomBytes(8).toString('hex')}.tmp`);
  writeFileSync(draft, JSON.stringify(create()), { mode: 0o600 });
  try {
    // A hard link is created atomically and never replaces another server's file.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  try {
    return { file, content: JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return { file, content: undefined };
  }
}
