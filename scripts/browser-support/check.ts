import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../data-folder.ts';
import { harmless } from './harmless.ts';
import { findUnsupportedInScript } from './unsupported-in-scripts.ts';
import { findUnsupportedInStyles } from './unsupported-in-styles.ts';

/** Lists, by file, the features of the built client that a supported browser lacks. */
export function checkBuiltFiles(folder = join(root, 'client', 'dist')): string[] {
  const unsupported: string[] = [];
  const unused = new Set(Object.keys(harmless));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const find = { '.js': findUnsupportedInScript, '.css': findUnsupportedInStyles }[extname(file)];
    if (!find) continue;
    for (const feature of find(readFileSync(join(folder, file), 'utf8'))) {
      const name = feature.replace(/ \(.*/, '');
      unused.delete(name);
      if (!Object.hasOwn(harmless, name)) unsupported.push(`${file}: ${feature}`);
    }
  }
  return [
    ...unsupported,
    ...[...unused].map((name) => `${name} is listed as harmless, but the client does not use it`),
  ];
}
