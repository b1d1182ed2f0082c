import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedTools, type PostgresTools } from './own-cluster.ts';

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
 * A whole PostgreSQL with its client programs, as Debian and Ubuntu install it, the newest first. Without one, that of
 * the dependencies: it has no client programs, so dumps and base backups are made in other ways.
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
