import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The modules of the page, each after those that it imports. Their names must not clash: they share one scope. */
const modules = [
  '@copup/shared/escape-html.ts',
  '../bad-options.ts',
  '../figures.ts',
  '../assertions.ts',
  '../saturation.ts',
  '../sparkline.ts',
  '../summary.ts',
  './change.ts',
  './figure-names.ts',
  './thresholds.ts',
  './tiles.ts',
  './series.ts',
  './plot.ts',
  './sections.ts',
  './body.ts',
  './page.main.ts',
];

/** Returns the page's script: the same code that renders the file, so that the page can render a comparison. */
export function pageScript(): string {
  const { resolve } = createRequire(import.meta.url);
  const parts = modules.map((name) => {
    const file = name.startsWith('.') ? fileURLToPath(new URL(name, import.meta.url)) : resolve(name);
    return stripTypeScriptTypes(readFileSync(file, 'utf8'))
      .replaceAll(/^import [^;]*;$/gm, '')
      .replaceAll(/^export /gm, '')
      .replaceAll(/\s*\n\s*/g, '\n')
      .trim();
  });
  return parts.join('\n');
}
