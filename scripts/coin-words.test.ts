import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './data-folder.ts';

/** An inserted number followed by the plural: `${amount} coins`, `{amount} more coins`, `<b>{amount}</b> coins`. */
const composed = /\}(?:<\/\w+>)?(?:\{' '\})?\s+(?:(?:more|task|bonus) )?coins\b(?! ?[>=])/g;

it('amounts are composed by inCoins, which writes "1 coin"', () => {
  const files = globSync('{client,server,shared}/src/**/*.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .filter((file) => !/\.test\.|gallery/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(composed)].map(([text]) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});
