import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { escapeHtml } from '@copup/shared/escape-html.ts';
import type { LoadResult } from '../result.ts';
import { renderBody } from './body.ts';
import { pageScript } from './page-script.ts';

const { resolve } = createRequire(import.meta.url);
const fonts = [
  [
    'Host Grotesk Variable',
    '300 800',
    '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
  ],
  [
    'Familjen Grotesk Variable',
    '400 700',
    '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  ],
] as const;

/**
 * Renders a result as one HTML file that needs no network, over another run if there is one. The result is part of the
 * file, so that another report can compare with it.
 */
export function renderReport(result: LoadResult, before: LoadResult | null = null): string {
  // As read from a file: figures that were not measured are null.
  const [run, other] = JSON.parse(JSON.stringify([result, before])) as [LoadResult, LoadResult | null];
  const title = `Copup load report: ${run.scenario}, ${run.isPassed ? 'passed' : 'failed'}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${fonts.map(fontFace).join('\n')}
${readFileSync(new URL('./report.css', import.meta.url), 'utf8')}</style>
</head>
<body>
<main>
${renderBody(run, other)}
</main>
<script type="application/json" id="copup-load">${JSON.stringify(run).replaceAll('<', '\\u003c')}</script>
<script type="module">
${pageScript()}
</script>
</body>
</html>
`;
}

function fontFace([family, weights, file]: (typeof fonts)[number]): string {
  const data = readFileSync(resolve(file)).toString('base64');
  return `@font-face{font-family:"${family}";src:url(data:font/woff2;base64,${data}) format("woff2");font-weight:${weights};font-display:swap}`;
}

/** Reads the result that a report contains. Undefined if the text is no report. */
export function resultInReport(html: string): unknown {
  const found = /<script type="application\/json" id="copup-load">(.*?)<\/script>/s.exec(html)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}
