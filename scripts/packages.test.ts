import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './data-folder.ts';
import { packageFolders } from './packages.mjs';

it('lists every package; the image, its context and the dead-code check contain each', () => {
  const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')));
  expect(packageFolders().sort()).toEqual(folders.sort());
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const context = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  for (const folder of folders) {
    expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
    const isInContext = context.includes(`!${folder}`) || context.includes(`!${folder}/package.json`);
    expect(isInContext, `.dockerignore includes ${folder}/package.json`).toBe(true);
  }
  const { workspaces } = JSON.parse(readFileSync(join(root, 'knip.json'), 'utf8')) as { workspaces: object };
  expect(Object.keys(workspaces).sort()).toEqual(['.', ...folders].sort());
});
