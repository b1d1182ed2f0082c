import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** Returns the chunks of the modules and of all their static imports. `folder`: the client's. */
export function scriptsOf(
  modules: readonly string[],
  bundle: Rolldown.OutputBundle,
  folder: string,
): string[] {
  const found = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || found.has(fileName)) return;
    found.add(fileName);
    for (const each of chunk.imports) visit(each);
  };
  for (const module of modules) {
    const id = join(folder, module);
    const chunk = Object.values(bundle).find(
      (each) => each.type === 'chunk' && (each.facadeModuleId === id || each.moduleIds.includes(id)),
    );
    if (!chunk) throw new Error(`${module} is in no chunk`);
    visit(chunk.fileName);
  }
  return [...found];
}
