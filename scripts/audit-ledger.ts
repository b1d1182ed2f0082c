import { join } from 'node:path';
import { runOnDatabase } from './on-database.ts';

/** `npm run audit:ledger`: checks the ledger. */
export function run(args: string[]): Promise<number> {
  return runOnDatabase(join('server', 'src', 'audit.main.ts'), args);
}
