import type { Plugin, Rolldown } from 'vite';

const isConsole = (id: string) => /[\\/]node_modules[\\/]ra-core[\\/]|[\\/]src[\\/]console[\\/]/.test(id);
const isPlayersPage = (id: string) => /[\\/]features[\\/][^\\/]+[\\/]pages[\\/]/.test(id);

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'>;

/** Fails a build in which a player's page loads modules of the operators' console, which cost data and time on a phone. */
export function consoleApart(): Plugin {
  return {
    name: 'copup-console-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const found = findConsole(files);
      if (found) this.error(`A player’s page loads the console: ${found.join(' → ')}`);
    },
  };
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
