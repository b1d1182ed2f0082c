import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

it.each(['artillery.yml', 'k6.js', 'room-client.js'])('docs/load-testing.md quotes %s as it is', (name) => {
  const quoted = [...read('docs/load-testing.md').matchAll(/^```(?:yaml|js)\n([\s\S]*?)^```$/gm)];
  expect(quoted.map(([, text]) => text)).toContain(read(`load/examples/${name}`));
});

it('the options of tokens have limits, and end needs a realm', () => {
  expect(parseOptions(['tokens'], {})).toMatchObject({
    kind: 'tokens',
    options: {
      players: 50,
      rooms: 5,
      durationMs: 3_600_000,
      file: 'tokens.csv',
      url: 'http://localhost:3000',
    },
  });
  expect(parseOptions(['tokens', '--players', '3', '--rooms', '2', '--out', 'a.csv'], {})).toMatchObject({
    options: { players: 3, rooms: 2, file: 'a.csv' },
  });
  expect(() => parseOptions(['tokens', '--players', '0', '--rooms', '2001'], {})).toThrow(
    /--players[\s\S]*--rooms/,
  );
  expect(parseOptions(['end', '12'], {})).toMatchObject({ kind: 'end', realm: 12 });
  expect(parseOptions(['end', '--all'], {})).toMatchObject({ kind: 'end', realm: 'all' });
  expect(parseOptions(['list'], {})).toMatchObject({ kind: 'list' });
  for (const args of [['end'], ['end', '1', '2'], ['end', '1', '--all'], ['end', 'x']])
    expect(() => parseOptions(args, {})).toThrow('number of the realm');
  expect(() => parseOptions(['list', '12'], {})).toThrow('Unknown arguments: 12.');
});
