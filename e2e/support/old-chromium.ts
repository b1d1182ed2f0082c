import { spawn } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import puppeteer, { type Browser } from 'puppeteer-core';
import { root } from '../../scripts/data-folder.ts';

/** Whether the platform is the only one that the package supports. */
export const hasOldChromium = process.platform === 'linux' && process.arch === 'x64';

/** Launches Chromium 103, the oldest supported version, with the libraries of the system's Chromium. */
export async function launchOldChromium(profile: string): Promise<Browser> {
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(await unpack(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const browserWSEndpoint = await new Promise<string>((resolve, reject) => {
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const [address] = /ws:\/\/\S+/.exec(log) ?? [];
      if (address) resolve(address);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Chromium 103 exited with ${code}:\n${log}`)));
  });
  const browser = await puppeteer.connect({ browserWSEndpoint });
  browser.on('disconnected', () => child.kill('SIGKILL'));
  return browser;
}

/** Unpacks the package's binary once; the package's own function expects a cloud environment. */
async function unpack(): Promise<string> {
  const folder = join(root, '.data', 'browsers');
  const file = join(folder, 'chromium-103');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const packed = createRequire(import.meta.url)
    .resolve('@sparticuz/chromium')
    .replace(/build\/.*/, 'bin/chromium.br');
  const fresh = `${file}.${process.pid}`;
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(fresh));
  chmodSync(fresh, 0o755);
  renameSync(fresh, file);
  return file;
}
