import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { goodResult } from './result.fixture.ts';

it.each([
  ['errors>0', 0],
  ['p99>0', 1],
  ['p98>0', 2],
])('compare --fail-on %s exits with %d', { tags: ['full'] }, (condition, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'copup-compare-'));
  const file = join(folder, 'a.json');
  writeFileSync(file, JSON.stringify(goodResult()));
  const program = fileURLToPath(new URL('./load.main.ts', import.meta.url));
  const args = ['compare', file, file, '--html', join(folder, 'both.html'), '--fail-on', condition];
  const { status } = spawnSync(process.execPath, [program, ...args]);
  rmSync(folder, { recursive: true });
  expect(status).toBe(code);
});
