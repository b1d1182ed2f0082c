import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

/** The headless shell is the same browser without windows, for half of the processor time of a page. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macPrograms = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const firefoxes = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

let search: Promise<string> | undefined;

/**
 * Returns Chromium from CHROMIUM_PATH, from PATH, or installed with apt-get if the user is root. Further calls share the
 * first search.
 */
export function findChromium(): Promise<string> {
  search ??= findOrInstall();
  return search;
}

/** Returns Chromium from CHROMIUM_PATH, from PATH, or an application of macOS. */
export function installedChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || findIn((process.env.PATH ?? '').split(delimiter)) || onMac();
}

async function findOrInstall(): Promise<string> {
  const found = installedChromium();
  if (found) return found;
  // Older distributions have no package of the headless shell.
  if (isRootWithApt() && !(await install('chromium-headless-shell'))) await install('chromium');
  // The folders of system packages, which may be missing on PATH.
  const installed = findIn(['/usr/bin']);
  if (installed) return installed;
  throw forPeople(
    'Chromium was not found: apt-get install chromium-headless-shell (or chromium; on macOS brew install --cask chromium), or set CHROMIUM_PATH.',
  );
}

/** Returns Firefox from FIREFOX_PATH, the system's Firefox, or one installed with apt-get if the user is root. */
export async function findFirefox(): Promise<string> {
  const look = () => process.env.FIREFOX_PATH || firefoxes.find((file) => existsSync(file));
  if (!look() && isRootWithApt()) await install('firefox-esr');
  const found = look();
  if (found) return found;
  throw forPeople(
    'Firefox was not found: apt-get install firefox-esr (or brew install --cask firefox), or set FIREFOX_PATH.',
  );
}

const isRootWithApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a package; returns whether it succeeded. The package lists are fetched only if they are missing or out of date. */
async function install(name: string): Promise<boolean> {
  console.log(`Installing ${name} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) => runInTerminal('apt-get', args, { env });
  const packageArgs = ['install', '-y', '-qq', '--no-install-recommends', name];
  if ((await aptGet(...packageArgs)) === 0) return true;
  await aptGet('update', '-qq');
  return (await aptGet(...packageArgs)) === 0;
}

function findIn(folders: string[]): string | undefined {
  const files = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  return files.find((file) => existsSync(file));
}

function onMac(): string | undefined {
  return macPrograms.find((file) => existsSync(file));
}
