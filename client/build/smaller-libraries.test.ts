import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as lucide from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createIcon } from '../src/ui/icon.ts';
import { shapesOf } from './smaller-libraries.ts';

const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons');
const files = readdirSync(folder).filter((file) => /^[a-c].*\.mjs$/.test(file));
const all = lucide as unknown as Record<string, FunctionComponent<Record<string, unknown>>>;
const nameOf = (file: string) =>
  file.replace('.mjs', '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
/** The package names each icon in its classes. */
const withoutNames = (markup: string) =>
  markup.replace(/ class="lucide[^"]*"/, (own) => {
    const classes = own
      .slice(8, -1)
      .split(' ')
      .filter((name) => !name.startsWith('lucide'));
    return classes.length === 0 ? '' : ` class="${classes.join(' ')}"`;
  });
const attributesOf = (markup: string) =>
  markup.replace(
    /^<svg ([^>]*)>/,
    (_, attributes: string) => `<svg ${(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(' ')}>`,
  );

it.each([
  ['decorative', {}],
  ['with a size and classes', { size: 20, className: 'shrink-0 text-ok' }],
  ['hidden', { 'aria-hidden': true, strokeWidth: 3 }],
  ['with a name', { 'aria-label': 'Won', role: 'img' }],
])('an icon of the built client %s is drawn as by the package', (_, props) => {
  let compared = 0;
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    const original = all[nameOf(file)];
    if (!original || !code.includes('createLucideIcon')) continue;
    const drawn = renderToStaticMarkup(createElement(createIcon(shapesOf(code, file)), props));
    const expected = withoutNames(renderToStaticMarkup(createElement(original, props)));
    expect(attributesOf(drawn), file).toBe(attributesOf(expected));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(500);
});
