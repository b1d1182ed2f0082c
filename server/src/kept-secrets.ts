import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, secret } from './environment.ts';

const KeptSecrets = z.object({ jwtSecret: secret, secretsKey: secret });

/** Returns the secrets of a data folder, creating them on the first call. All servers of the folder get the same. */
export function keepSecrets(dataDir: string): z.infer<typeof KeptSecrets> {
  const file = join(dataDir, 'secrets.json');
  const draft = join(dataDir, `secrets-${randomBytes(8).toString('hex')}.tmp`);
  const random = () => randomBytes(32).toString('base64url');
  writeFileSync(draft, JSON.stringify({ jwtSecret: random(), secretsKey: random() }), { mode: 0o600 });
  try {
    // A hard link is created atomically and never replaces another server's file.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  try {
    return KeptSecrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigError([`${file} is damaged: remove it to get new secrets (it signs all users out)`]);
  }
}
