import { join } from 'node:path';
import { root } from './data-folder.ts';
import { runInTerminal } from './processes.ts';

/** `npm run format`: formats, sorts imports and applies the safe fixes of the lint rules. */
export function run(args: string[]): Promise<number> {
  const biome = join(root, 'node_modules/.bin/biome');
  return runInTerminal(biome, ['check', '--write', ...(args.length > 0 ? args : ['.'])], { cwd: root });
}
