import { join } from 'node:path';
import { readIfThere, root } from '../data-folder.ts';
import { knownFiles } from '../git.ts';

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
  return (await knownFiles()).flatMap((path) => {
    if (!code.test(path)) return [];
    const text = readIfThere(join(root, path));
    // Deleted, but not yet in git's index.
    if (text === undefined) return [];
    return [{ path, text, lines: text.split('\n').length - 1, isTest: test.test(path) }];
  });
}
