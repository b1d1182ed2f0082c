import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './data-folder.ts';
import { runQuietly } from './processes.ts';

const client = join(root, 'client');
const stampFile = join(root, '.data', 'client-build.stamp');
const sources = ['client', 'shared/src', 'pnpm-lock.yaml', 'tsconfig.base.json'];
const notSources = new Set(['node_modules', 'dist']);

export const vite = join(client, 'node_modules', 'vite', 'bin', 'vite.js');

/** Builds the client into client/dist, unless it already contains a build of the same sources. */
export async function buildClient(): Promise<void> {
  const stamp = hashSources();
  const isBuilt = existsSync(join(client, 'dist', 'index.html')) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building the client …');
  const built = await runQuietly(process.execPath, [vite, 'build'], { cwd: client });
  if (built.code !== 0) throw new Error(`The build of the client failed:\n${built.output}`);
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((each) => listFiles(join(root, each))).sort()) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path).filter((name) => !notSources.has(name));
  return names.flatMap((name) => listFiles(join(path, name)));
}
