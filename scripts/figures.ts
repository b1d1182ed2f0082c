import { measureParts } from './figures/line-budgets.ts';
import { findLongFunctions } from './figures/long-functions.ts';
import { readFolderImports } from './figures/server-folders.ts';
import { readSourceFiles } from './figures/source-files.ts';

/** `npm run figures`: prints the size and the structure of the code. `-- --all` lists what the sums count. */
export async function run(args: string[]): Promise<number> {
  const files = await readSourceFiles();
  const parts = measureParts(files);
  for (const { name, lines, most, files: count } of parts)
    print(`${name}, lines`, `${lines} of ${most} in ${count} files`);
  const long = findLongFunctions(files);
  print('functions above 70 lines', String(long.length));
  const { edges, circles, upward } = readFolderImports(files);
  print(
    'imports between folders of server/src',
    `${edges.length}, ${upward.length} upward, ${circles.length} in circles`,
  );
  if (args.includes('--all')) {
    for (const { path, line, name, lines } of long) console.log(`  ${path}:${line} ${name} ${lines} lines`);
    for (const pair of [...circles, ...upward]) console.log(`  ${pair}`);
  }
  return parts.every(({ lines, most }) => lines <= most) ? 0 : 1;
}

function print(name: string, value: string): void {
  console.log(`${name.padEnd(40)}${value}`);
}
