import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from './data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'copup-path-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Programs that a developer may have installed and that `npm test` must not need.
const installed = [
  'redis-server',
  'valkey-server',
  'postgres',
  'initdb',
  'pg_ctl',
  'psql',
  'pgbench',
  'chromium',
  'google-chrome-stable',
  'firefox-esr',
  'docker',
  'docker-compose',
  'pnpm',
];

function addProgram(name: string, prints: string, where = folder): void {
  const file = join(where, name);
  writeFileSync(file, `#!/bin/sh\necho ${prints}\n`);
  chmodSync(file, 0o755);
}

function runFresh(path: string, command: string) {
  const script = join(root, '.ci/on-fresh-path');
  return spawnSync('/bin/bash', [script, '/bin/sh', '-c', command], {
    encoding: 'utf8',
    env: { PATH: path, DATABASE_URL: 'postgres://elsewhere', CHROMIUM_PATH: '/elsewhere' },
  });
}

it('a build server runs without the programs that a developer may have installed, and with all others', () => {
  for (const name of installed) addProgram(name, 'installed');
  addProgram('git', 'the first git');
  const later = join(folder, 'later');
  mkdirSync(later);
  addProgram('git', 'the second git', later);
  symlinkSync(process.execPath, join(later, 'node'));
  const looks = installed.map((name) => `command -v ${name}`).join('; ');
  const run = runFresh(
    `${folder}:${later}:${process.env.PATH}`,
    `${looks}; git; node -p 'process.env.DATABASE_URL ?? process.env.CHROMIUM_PATH'; exit 3`,
  );
  for (const name of installed) expect(run.stdout).toContain(`hidden: ${join(folder, name)}\n`);
  expect(run.stdout.split('\n').slice(-3)).toEqual(['the first git', 'undefined', '']);
  expect(run.status).toBe(3);
});
