import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedTools, type PostgresTools } from '@copup/testkit/own-cluster.ts';

const installations = '/usr/lib/postgresql';
const oldestMajor = 15;
const needed = [
  'initdb',
  'pg_ctl',
  'postgres',
  'pg_dump',
  'pg_restore',
  'createdb',
  'dropdb',
  'pg_basebackup',
];

/**
 * Returns the newest complete PostgreSQL of Debian or Ubuntu with its client programs. Without one, returns that of the
 * npm dependency, which has no client programs, so the drill makes dumps and base backups itself.
 */
export function findPostgresTools(): PostgresTools {
  const majors = existsSync(installations)
    ? readdirSync(installations).map(Number).filter(Number.isInteger)
    : [];
  for (const major of majors.filter((each) => each >= oldestMajor).sort((a, b) => b - a)) {
    const folder = join(installations, String(major), 'bin');
    if (needed.every((program) => existsSync(join(folder, program))))
      return { folder, env: {}, hasClients: true };
  }
  return embeddedTools();
}
