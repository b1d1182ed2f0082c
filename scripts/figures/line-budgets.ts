import type { SourceFile } from './source-files.ts';

export interface LineBudget {
  name: string;
  /** Tests count in the last row only. */
  paths: RegExp;
  isOfTests?: true;
  most: number;
}

/**
 * The most lines of each part. `npm test` fails above them. A commit that raises one gives the reason.
 */
const lineBudgets: readonly LineBudget[] = [
  { name: 'server', paths: /^server\/src\//, most: 68_650 },
  { name: 'client', paths: /^client\//, most: 60_900 },
  { name: 'shared', paths: /^shared\//, most: 11_700 },
  { name: 'tools', paths: /^(server\/(bench|test)|load|drills|e2e|testkit|scripts|deploy)\//, most: 47_320 },
  { name: 'tests', paths: /./, isOfTests: true, most: 80_100 },
];

export interface PartSize extends LineBudget {
  lines: number;
  files: number;
}

export function measureParts(files: readonly SourceFile[]): PartSize[] {
  return lineBudgets.map((budget) => {
    const own = files.filter(
      ({ path, isTest }) => isTest === (budget.isOfTests ?? false) && budget.paths.test(path),
    );
    return { ...budget, files: own.length, lines: own.reduce((sum, { lines }) => sum + lines, 0) };
  });
}
