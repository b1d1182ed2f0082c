import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
// Matches strong locks in SQL (FOR NO KEY UPDATE has other words before UPDATE) and in drizzle calls.
const strongLock = /\bFOR\s+(UPDATE|SHARE)\b|\.for\(\s*['"`](update|share)['"`]/i;

function listSources(): string[] {
  return ['migrations', 'server/src', 'server/bench'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
}

describe('L5 row locks', () => {
  it('are FOR NO KEY UPDATE, since inserts of referencing rows starve a stronger lock', () => {
    const sources = listSources();
    expect(sources.length).toBeGreaterThan(50);
    const found = sources.filter((path) => strongLock.test(readFileSync(`${root}${path}`, 'utf8')));
    // Creations of subjects share the lock of their realm, which only the end of a load test takes for itself.
    expect(found).toEqual(['server/src/subjects/write-subject.ts']);
  });

  it.each(['SELECT 1 FOR UPDATE', 'select 1\n  for\n update skip locked', "q.for('update')", 'FOR SHARE'])(
    'are recognised in %j',
    (text) => {
      expect(strongLock.test(text)).toBe(true);
    },
  );

  it.each([
    'FOR NO KEY UPDATE',
    'FOR EACH ROW',
    "q.for('no key update')",
    'room for updates',
    'FOR KEY SHARE',
  ])('are not recognised in %j', (text) => {
    expect(strongLock.test(text)).toBe(false);
  });
});
