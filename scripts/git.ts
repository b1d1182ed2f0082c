import { root } from './data-folder.ts';
import { runQuietly } from './processes.ts';
import { forPeople } from './toolchain.mjs';

/** Returns the lines that git prints. */
export async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await runQuietly('git', args, { cwd: root });
  if (code !== 0) throw forPeople(`git ${args.join(' ')} failed:\n${output}`);
  return output.split('\n').filter(Boolean);
}

/** Lists the files that git knows or would add, also deleted ones of its index. */
export const knownFiles = async (): Promise<string[]> => [
  ...new Set(await git('ls-files', '--cached', '--others', '--exclude-standard')),
];
