import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { canEnter, chooseAccount } from './postgres-account.ts';
import { sharedFolder } from './postgres-binaries.ts';
import { forPeople } from './toolchain.mjs';

/**
 * Returns the folder of the data folder's PostgreSQL: inside it, or below /var/lib if PostgreSQL's user cannot access the
 * data folder, as in root's private home.
 */
export function choosePostgresFolder(dataFolder: string): string {
  const inside = join(dataFolder, 'postgres');
  const cluster = join(inside, 'cluster');
  const account = chooseAccount(cluster);
  const isReachable = canEnter(dataFolder, account);
  if (existsSync(cluster)) {
    if (isReachable) return inside;
    throw forPeople(
      `PostgreSQL's user can no longer access ${cluster}: allow other users to access the folders above it.`,
    );
  }
  const pathHash = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 12);
  const outside = join(sharedFolder, pathHash);
  if (isReachable && !existsSync(outside)) return inside;
  mkdirSync(outside, { recursive: true, mode: 0o755 });
  return outside;
}
