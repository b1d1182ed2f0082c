import type { Plugin } from 'vite';

/**
 * Fails a build with files that import each other, directly or not: the first of them runs before its imports, so that its modules
 * find their constants undefined.
 */
export function noCycles(): Plugin {
  return {
    name: 'copup-no-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const cycle = findCycle(new Map(files.map(({ fileName, imports }) => [fileName, imports])));
      if (cycle) this.error(`The built files import each other: ${cycle.join(' → ')}`);
    },
  };
}

/** Returns a file, what it imports, and so on until the file itself. */
export function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    for (const each of imports.get(file) ?? []) {
      const cycle = visit(each, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
}
