import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
 * CHROMIUM_PATH, else the one on PATH, else the one that apt-get installs when this is root. Further calls share the
 * first search.
 */
export function findChromium(): Promise<string> {
  search ??= findOrInstall();
  return search;
}

async function findOrInstall(): Promise<string> {
  const found = process.env.CHROMIUM_PATH || findIn((process.env.PATH ?? '').split(delimiter)) || onMac();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install('chromium');
  // Where the system's packages go, which need not be on PATH.
  const installed = findIn(['/usr/bin']);
  if (installed) return installed;
  throw forPeople(
    'No Chromium here: apt-get install chromium (or brew install --cask chromium), or set CHROMIUM_PATH.',
  );
}

/** FIREFOX_PATH, else the system's Firefox, else the one that apt-get installs when this is root. */
export async function findFirefox(): Promise<string> {
  const look = () => process.env.FIREFOX_PATH || firefoxes.find((file) => existsSync(file));
  if (!look() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install('firefox-esr');
  const found = look();
  if (found) return found;
  throw forPeople(
    'No Firefox here: apt-get install firefox-esr (or brew install --cask firefox), or set FIREFOX_PATH.',
  );
}

/** The package lists are fetched only when the system has none, or none that still holds. */
async function install(name: string): Promise<void> {
  console.log(`Installing ${name} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) => runInTerminal('apt-get', args, { env });
  const packageArgs = ['install', '-y', '-qq', '--no-install-recommends', name];
  if ((await aptGet(...packageArgs)) === 0) return;
  await aptGet('update', '-qq');
  await aptGet(...packageArgs);
}

function findIn(folders: string[]): string | undefined {
  const files = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  return files.find((file) => existsSync(file));
}

function onMac(): string | undefined {
  return macPrograms.find((file) => existsSync(file));
}
