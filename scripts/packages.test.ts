import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './data-folder.ts';
import { packageFolders } from './packages.mjs';

it('lists every package, and the Dockerfile copies the package.json of each', () => {
  const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')));
  expect(packageFolders().sort()).toEqual(folders.sort());
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const folder of folders) expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
});
