import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../data-folder.ts';
import { harmless } from './harmless.ts';
import { scriptFaults } from './script-faults.ts';
import { styleFaults } from './style-faults.ts';

/** Lists, by file, what the built client uses beyond the supported browsers. */
export function checkBuiltFiles(folder = join(root, 'client', 'dist')): string[] {
  const faults: string[] = [];
  const unused = new Set(Object.keys(harmless));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const find = { '.js': scriptFaults, '.css': styleFaults }[extname(file)];
    if (!find) continue;
    for (const fault of find(readFileSync(join(folder, file), 'utf8'))) {
      const name = fault.replace(/ \(.*/, '');
      unused.delete(name);
      if (!Object.hasOwn(harmless, name)) faults.push(`${file}: ${fault}`);
    }
  }
  return [...faults, ...[...unused].map((name) => `${name} is listed as harmless, but nothing uses it`)];
}
