import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './data-folder.ts';
import { git, knownFiles } from './git.ts';

const suffixes: Record<string, RegExp> = {
  integration: /\.int\.test\.ts$/,
  drills: /\.drill\.ts$/,
  e2e: /\.spec\.ts$/,
};

/** Returns the files changed since the revision; without one the uncommitted files, or else those of the last commit. */
export async function changedFiles(revision: string): Promise<string[]> {
  const uncommitted = await git('ls-files', '--modified', '--others', '--deleted', '--exclude-standard');
  const staged = await git('diff', '--name-only', '--cached');
  const own = [...new Set([...uncommitted, ...staged])];
  if (revision === '' && own.length > 0) return own;
  const committed = await git('diff', '--name-only', revision === '' ? 'HEAD~1' : revision, 'HEAD');
  return [...new Set([...committed, ...own])];
}

/** Returns the tests of a project that belong to the changed files, by `isRelated`. */
export async function relatedTests(project: string, changed: readonly string[]): Promise<string[]> {
  const tests = (await knownFiles()).filter((file) => suffixes[project]?.test(file));
  return tests.filter((test) => isRelated(test, changed, () => readFileSync(join(root, test), 'utf8')));
}

/**
 * Returns whether a test belongs to one of the files: it is the file, imports it, lies in its feature's folder or in its
 * own folder, or is a browser test that names the feature. That a wider test fails is found by a whole run.
 */
export function isRelated(test: string, changed: readonly string[], read: () => string): boolean {
  return changed.some((file) => {
    if (file === test) return true;
    if (!/\.(ts|tsx|mjs|css|sql)$/.test(file) || /\.(test|spec|drill)\.tsx?$/.test(file)) return false;
    const feature = /\/features\/([^/]+)\//.exec(file)?.[1];
    if (feature !== undefined) {
      const words = basename(test).split('.')[0] ?? '';
      if (test.includes(`/features/${feature}/`) || startsWithWord(words, feature)) return true;
    } else if (dirname(test) === dirname(file)) return true;
    return new RegExp(`from '[^']*/${basename(file).replaceAll('.', String.raw`\.`)}'`).test(read());
  });
}

/** Returns whether one name starts with the other as whole words, in the singular or the plural. */
function startsWithWord(name: string, feature: string): boolean {
  const stem = (text: string) => text.replace(/s$/, '');
  return [name, ...name.split(/(?<=-)/).map((_, at, parts) => parts.slice(0, at + 1).join(''))].some(
    (start) => stem(start.replace(/-$/, '')) === stem(feature),
  );
}
