import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../data-folder.ts';
import { runQuietly } from '../processes.ts';
import { forPeople } from '../toolchain.mjs';

export interface SourceFile {
  /** Relative to the root. */
  path: string;
  text: string;
  lines: number;
  isTest: boolean;
}

const code = /\.(tsx?|mjs|css)$/;
const test = /\.(test|spec|drill)\.(tsx?|mjs)$/;

/** Returns the code that git knows, without generated files. */
export async function readSourceFiles(): Promise<SourceFile[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { code: exit, output } = await runQuietly('git', args, { cwd: root });
  if (exit !== 0) throw forPeople(`git ${args.join(' ')} failed:\n${output}`);
  return output.split('\n').flatMap((path) => {
    if (!code.test(path)) return [];
    const text = readIfThere(path);
    if (text === undefined) return [];
    return [{ path, text, lines: text.split('\n').length - 1, isTest: test.test(path) }];
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    // Deleted, but not yet in git's index.
    return undefined;
  }
}
