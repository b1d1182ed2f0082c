// @module-tag full
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failedRun, runAfter, runBefore } from './load-report/staged-runs.ts';
import { findLayoutErrors } from './screens/layout-errors.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, phone } from './support/browser.ts';
import { sharedBrowser } from './support/shared-browser.ts';
import { takePicture } from './support/take-picture.ts';

const driver = fileURLToPath(new URL('../load/src/load.main.ts', import.meta.url));
const pictures = fileURLToPath(new URL('./output/load-report/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-report-'));
const file = (name: string) => join(folder, name);

let browser: Browser;
let page: Page;
const errors: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  for (const [name, run] of Object.entries({ before: runBefore, after: runAfter, failed: failedRun }))
    writeFileSync(file(`${name}.json`), JSON.stringify(run));
  for (const name of ['after', 'failed'])
    runDriver('report', file(`${name}.json`), '--html', file(`${name}.html`));
  runDriver('compare', file('before.json'), file('after.json'), '--html', file('compare.html'));
  browser = await sharedBrowser();
});
afterEach(() => page.context().close());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

function runDriver(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [driver, ...args], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

/** Opens a report from the disk; any request or error of the page fails the test that reads `errors`. */
async function open(
  name: string,
  options: { scheme?: 'light' | 'dark'; size?: typeof phone } = {},
): Promise<void> {
  const { scheme = 'light', size = phone } = options;
  errors.length = 0;
  requests.length = 0;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    locale: 'en-NG',
    hasTouch: true,
  });
  page = await context.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file(name)).href);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const values = (title: string) =>
  page.locator('.plot', { hasText: title }).first().locator('.key').allTextContents();

describe('the load report', () => {
  for (const name of ['after', 'failed', 'compare'])
    for (const scheme of ['light', 'dark'] as const)
      for (const size of [phone, desktop])
        it(`shows ${name} from the disk in ${scheme} at ${size.width} px, without network or violations of axe`, async () => {
          await open(`${name}.html`, { scheme, size });
          const path = join(pictures, `${name}.${scheme}.${size.width}.png`);
          await takePicture(page, path, { fullPage: true });
          for (const folded of await page.locator('summary').all()) await folded.click();
          expect(await axeViolations(page)).toEqual([]);
          expect(await findLayoutErrors(page)).toEqual([]);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBe(size.width);
          expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([
            pathToFileURL(file(`${name}.html`)).href,
          ]);
          expect(errors).toEqual([]);
        });

  it('says the verdict, what was asked and measured, and how bids were counted', async () => {
    await open('after.html', { size: desktop });
    const verdict = page.getByRole('region', { name: 'Verdict' });
    expect(await verdict.textContent()).toBe(
      'Passed, 8 of 8Tightest: a bid reached every watcher within 202 ms (p99), 19 % under the 250 ms asked.',
    );
    const [first] = await page.getByRole('row').filter({ hasText: 'Bid to every watcher' }).allTextContents();
    expect(first).toMatch(/p99.*250 ms.*202 ms.*19 %/);
    expect(await page.getByRole('region', { name: 'Asked and measured' }).textContent()).toContain(
      'Of 221 bids, 31 were overtaken',
    );
    expect(await page.locator('.tile').allTextContents()).toContain('p99 to every watcher202 msasked 250');
  });

  it('puts failed rows first and escapes what players and servers sent', async () => {
    await open('failed.html', { size: desktop });
    const rows = await page.locator('.asked tbody tr').allTextContents();
    expect(rows.slice(0, 4).map((row) => /missed|over/.test(row))).toEqual([true, true, true, false]);
    expect(await page.title()).toBe('Copup load report: watch, failed');
    expect(await page.getByRole('region', { name: 'What is wrong' }).textContent()).toContain('<script>');
    expect(await page.getByRole('article').count()).toBe(3);
    expect(await values('p99 of each server')).toHaveLength(3);
  });

  it('gives the values of a second to the pointer, to a finger and to arrow keys', async () => {
    await open('after.html', { size: desktop });
    const title = 'From a bid to every watcher';
    const plot = page.getByRole('slider', { name: title });
    expect((await values(title))[0]).toBe('p99 up to 214 ms');
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (!box) throw new Error('the plot is not visible');
    // The right end of the axis is the last second.
    await page.mouse.move(box.x + (box.width * 546) / 560, box.y + box.height / 2);
    expect(await values(title)).toEqual(['p99 199 ms', 'p95 179', 'p50 14', 'max 211']);
    await page.mouse.move(0, 0);
    expect((await values(title))[0]).toBe('p99 up to 214 ms');
    // The left end is the first second; a finger that was lifted keeps it.
    await page.touchscreen.tap(box.x + (box.width * 60) / 560, box.y + box.height / 2);
    expect(await values(title)).toEqual(['p99 15 ms', 'p95 14', 'p50 10', 'max 27']);
    await plot.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await plot.getAttribute('aria-valuetext')).toBe(
      'second 19: p99 190 ms, p95 171 ms, p50 13 ms, max 202 ms',
    );
    // A second without deliveries has no value, not 0.
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await values(title)).toEqual(['p99 – ms', 'p95 –', 'p50 –', 'max –']);
    await page.keyboard.press('Escape');
    expect((await values(title))[0]).toBe('p99 up to 214 ms');
  });

  it('draws p99 last and thickest, and the run before as a dotted line', async () => {
    await open('compare.html', { size: desktop });
    const lines = page.locator('.plot', { hasText: 'From a bid to every watcher' }).locator('path.line');
    const drawn = await lines.evaluateAll((all) =>
      all.map((line) => {
        const { strokeWidth, strokeDasharray } = getComputedStyle(line);
        return [line.classList[1], strokeWidth, strokeDasharray !== 'none'];
      }),
    );
    expect(drawn).toEqual([
      ['thin', '1.5px', false],
      ['before', '2px', true],
      ['second', '2px', false],
      ['third', '2px', false],
      ['main', '3px', false],
    ]);
  });

  it('compares with a report that is chosen in the page like the command does', async () => {
    await open('compare.html', { size: desktop });
    const table = await page.locator('.asked').textContent();
    const other = await page.getByRole('region', { name: 'Run before' }).textContent();
    expect(table).toContain('241 ms');
    expect(table).toContain('−16 %');
    expect(other).toContain('Passed, 8 of 8');
    await page.getByRole('button', { name: 'Show one run' }).click();
    expect(await page.getByRole('region', { name: 'Run before' }).count()).toBe(0);
    await page.getByLabel('Choose a report').setInputFiles(file('before.json'));
    await page.getByText('The runs are compared.').waitFor();
    expect(await page.locator('.asked').textContent()).toBe(table);
    await page.getByLabel('Choose a report').setInputFiles(driver);
    await page.getByText('load.main.ts is no load report.').waitFor();
    await page.getByLabel('Choose a report').setInputFiles(file('failed.html'));
    await page.getByRole('region', { name: 'Run before' }).filter({ hasText: 'Failed, 5 of 8' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('prints light, complete and without controls', async () => {
    await open('compare.html', { scheme: 'dark', size: desktop });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.getByText('Choose a report').isVisible()).toBe(false);
    await takePicture(page, join(pictures, 'compare.print.png'), { fullPage: true });
    const printed = await page.pdf({ path: join(pictures, 'compare.pdf'), format: 'A4' });
    expect(printed.length).toBeGreaterThan(20_000);
    // Printing unfolds everything.
    expect(await page.locator('details[open]').count()).toBe(await page.locator('details').count());
  });

  it('is readable without scripts', async () => {
    const html = readFileSync(file('after.html'), 'utf8').replaceAll(/<script[\s\S]*?<\/script>/g, '');
    writeFileSync(file('still.html'), html);
    await open('still.html');
    expect(await page.getByRole('img', { name: 'From a bid to every watcher' }).count()).toBe(1);
    expect(await page.locator('path.line.main').count()).toBeGreaterThan(3);
    await page.getByText('Second by second').click();
    expect(await page.getByRole('rowheader', { name: 'second 18' }).isVisible()).toBe(true);
  });
});
