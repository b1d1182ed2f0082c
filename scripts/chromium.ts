import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const onMac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** CHROMIUM_PATH, else the system's Chromium, else the one that apt-get installs when this is root. */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM_PATH || look();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runInTerminal('apt-get', ['update', '-qq'], { env });
    await runInTerminal('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  }
  const installed = look();
  if (installed) return installed;
  throw forPeople(
    'No Chromium here: apt-get install chromium (or brew install --cask chromium), or set CHROMIUM_PATH.',
  );
}

function look(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...onMac].find((file) => existsSync(file));
}
