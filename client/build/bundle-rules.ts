import type { Plugin, Rolldown } from 'vite';

const isConsole = (id: string) => /[\\/]node_modules[\\/]ra-core[\\/]|[\\/]src[\\/]console[\\/]/.test(id);
const isPlayersPage = (id: string) => /[\\/]features[\\/][^\\/]+[\\/]pages[\\/]/.test(id);

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'>;

/**
 * Fails a build with files that import each other, directly or not: the first of them runs before its imports, so that its modules
 * find their constants undefined. Also one in which a player's page loads modules of the operators' console, which cost data
 * and time on a phone.
 */
export function bundleRules(): Plugin {
  return {
    name: 'copup-bundle-rules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const cycle = findCycle(new Map(files.map(({ fileName, imports }) => [fileName, imports])));
      if (cycle) this.error(`The built files import each other: ${cycle.join(' → ')}`);
      const found = findConsole(files);
      if (found) this.error(`A player’s page loads the console: ${found.join(' → ')}`);
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

/** Returns a player's page with the files through which it loads a module of the console, and the module. */
export function findConsole(chunks: readonly Chunk[]): string[] | undefined {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  for (const page of chunks.filter(({ moduleIds }) => moduleIds.some(isPlayersPage))) {
    const paths = new Map([[page.fileName, [page.fileName]]]);
    for (const [fileName, path] of paths) {
      const chunk = byName.get(fileName);
      const module = chunk?.moduleIds.find(isConsole);
      if (module !== undefined) return [...path, module];
      for (const each of chunk?.imports ?? []) if (!paths.has(each)) paths.set(each, [...path, each]);
    }
  }
}
