import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspaceFile = fileURLToPath(new URL('../pnpm-workspace.yaml', import.meta.url));

/** The folders of the workspace's packages, as pnpm-workspace.yaml lists them. Runs before anything is installed. */
export function packageFolders() {
  const list = /^packages:\n((?: +- .*\n)+)/m.exec(readFileSync(workspaceFile, 'utf8'))?.[1] ?? '';
  return list.split('\n').flatMap((line) => /^ +- (\S+)$/.exec(line)?.[1] ?? []);
}
