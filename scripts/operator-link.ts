import { join } from 'node:path';
import { runOnDatabase } from './on-database.ts';

/** `npm run operator-link -- EMAIL`: prints a link with which a first operator chooses a password. */
export function run(args: string[]): Promise<number> {
  return runOnDatabase(join('server', 'src', 'operators', 'operator-link.main.ts'), args);
}
