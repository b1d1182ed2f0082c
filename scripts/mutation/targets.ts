import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { root } from '../data-folder.ts';
import { knownFiles } from '../git.ts';

/** The code that moves coins or decides about them. */
const mutated = [
  'server/src/ledger/**/*.ts',
  'server/src/lanes/**/*.ts',
  ...['decide-*', '*-rules', 'judge-*', 'settle-*', '*-lane', 'pot-shares'].flatMap((name) => [
    `server/src/**/${name}.ts`,
    `shared/src/**/${name}.ts`,
  ]),
];
// Traces record what happens and change nothing.
const notMutated = /\.test\.ts$|(^|[./])tables\.ts$|-traces\.ts$/;
const tested = /^(server|shared)\/.*\.test\.ts$/;
/** What the result of a test may depend on. */
const hashed =
  /^(server|shared|testkit|migrations|scripts\/mutation)\/|^(vitest\.config\.ts|pnpm-lock\.yaml)$/;

export interface Workspace {
  targets: string[];
  /** Unit tests first: a change of the project starts Vitest's workers again. */
  tests: string[];
  /** Changes with every source, test and migration. */
  hash: string;
}

export function isTarget(file: string): boolean {
  return !notMutated.test(file) && mutated.some((glob) => matchesGlob(file, glob));
}

export function isIntegration(test: string): boolean {
  return test.endsWith('.int.test.ts');
}

/** Reads the files that git knows or would add. */
export async function openWorkspace(): Promise<Workspace> {
  const files = (await knownFiles()).filter((file) => existsSync(join(root, file)));
  const hash = createHash('sha256');
  for (const file of files.filter((each) => hashed.test(each)).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return {
    targets: files.filter(isTarget).sort(),
    tests: files
      .filter((file) => tested.test(file))
      .sort(
        (one, other) => Number(isIntegration(one)) - Number(isIntegration(other)) || (one < other ? -1 : 1),
      ),
    hash: hash.digest('hex').slice(0, 16),
  };
}
