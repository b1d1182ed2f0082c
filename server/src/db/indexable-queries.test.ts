import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../', import.meta.url));

interface Pattern {
  pattern: RegExp;
  advice: string;
}

const patterns: Pattern[] = [
  {
    // Matches a comparison on either side; `SET x = clock_timestamp()` is not a comparison.
    pattern:
      /(?:[<>]=?|\bBETWEEN|\bAND)\s*clock_timestamp\(\)|clock_timestamp\(\)(?:\s*[-+]\s*(?:interval\s+'[^']*'|\w+\([^)]*\)))?\s*(?:[<>]|\bBETWEEN\b)/gi,
    advice:
      'compares with clock_timestamp(), which is volatile, so no index serves it. Unlocked reads use statement_timestamp(). ' +
      'Where a locked row decides, read the clock in a statement of its own after the lock (P7: tx.clock()).',
  },
  {
    pattern: /row_number\(\)[^;`]*?\bLIMIT\b/gi,
    advice: 'numbers all rows to take the first ones. ORDER BY … LIMIT lets an index do it.',
  },
];

/** Exceptions, each with its reason. */
const allowed = [
  // One row by its primary key, under its lock: the clock must be read as late as possible.
  'one-time-codes/one-time-codes.ts: used_at IS NULL AND expires_at > clock_timestamp()',
];

function faultsIn(file: string, text: string): string[] {
  return patterns.flatMap(({ pattern, advice }) =>
    [...text.matchAll(pattern)].flatMap(({ index }) => {
      const before = text.slice(0, index);
      const lineStart = before.lastIndexOf('\n') + 1;
      const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
      const isAllowed = allowed.some((entry) => {
        const [inFile, part = ''] = entry.split(': ');
        return inFile === file && line.includes(part);
      });
      return isAllowed ? [] : [`server/src/${file}:${before.split('\n').length} ${advice}`];
    }),
  );
}

it('no query compares with a volatile clock or numbers rows to limit them', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => faultsIn(file, readFileSync(join(sources, file), 'utf8')))).toEqual([]);
});

it.each([
  ['WHERE end_date <= clock_timestamp() AND x', 1],
  ["at < clock_timestamp() - interval '1 hour'", 1],
  ["clock_timestamp() - interval '1 hour' > at", 1],
  ['at BETWEEN clock_timestamp() AND clock_timestamp() + x', 2],
  ['SELECT row_number() OVER (ORDER BY a) AS nth FROM b LIMIT 3', 1],
  ['SET at = clock_timestamp() WHERE id = $1', 0],
  ['at < statement_timestamp()', 0],
  ['SELECT row_number() OVER (ORDER BY a) FROM b`;\nconst LIMIT = 3', 0],
])('matches: %s', (text, count) => {
  expect(faultsIn('a.ts', text)).toHaveLength(count);
});
