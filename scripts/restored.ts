import { join } from 'node:path';
import { runOnDatabase } from './on-database.ts';

/** `npm run restored`: makes a restored database ready for use. */
export function run(args: string[]): Promise<number> {
  return runOnDatabase(join('server', 'src', 'restore', 'restored.main.ts'), args);
}
