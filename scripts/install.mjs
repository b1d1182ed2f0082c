import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './packages.mjs';
import { forPeople } from './toolchain.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside node_modules, so that deleting node_modules deletes it as well.
const stampFile = join(root, 'node_modules', '.copup-install');
const described = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];

/** Installs the dependencies if the lock file or a package.json has changed since the last install. */
export async function installDependencies(toolchain) {
  const stamp = describeWanted();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing dependencies …');
  const done = spawnSync(toolchain.pnpm, ['install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // With CI set, pnpm does not prompt.
    env: { ...process.env, CI: '1' },
  });
  if (done.status !== 0) throw forPeople('Could not install the dependencies; see the lines above.');
  writeFileSync(stampFile, stamp);
}

function describeWanted() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const name of [...described, ...packageFolders().map((folder) => `${folder}/package.json`)]) {
    const file = join(root, name);
    hash.update(`\0${name}\0`);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}
