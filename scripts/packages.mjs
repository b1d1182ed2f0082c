import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspaceFile = fileURLToPath(new URL('../pnpm-workspace.yaml', import.meta.url));

/**
 * Returns the folders of the workspace's packages from pnpm-workspace.yaml. It needs no dependency, since it runs before
 * the install.
 */
export function packageFolders() {
  const list = /^packages:\n((?: +- .*\n)+)/m.exec(readFileSync(workspaceFile, 'utf8'))?.[1] ?? '';
  return list.split('\n').flatMap((line) => /^ +- (\S+)$/.exec(line)?.[1] ?? []);
}
