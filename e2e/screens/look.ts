import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFull } from '@copup/testkit/is-full.ts';
import type { Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { desktop, phone } from '../support/browser.ts';
import { takePicture } from '../support/take-picture.ts';
import { findFirstViewErrors } from './first-view-errors.ts';
import { findEdgeErrors } from './forced-colours.ts';
import { findLayoutErrors } from './layout-errors.ts';

const output = fileURLToPath(new URL('../output/screens/', import.meta.url));
const themes = ['light', 'dark'] as const;
/** The narrowest is that of a 640 px window at a zoom of 200 %. */
const extremeWidths = [desktop.width, 320];
const smallPhone = { width: 360, height: 740 };
const allWidths = [desktop.width, phone.width, smallPhone.width, 320];
/** The screens of a newcomer's first hour, of which `--full` also takes the first view on a small phone. */
const firstHour =
  /^(landing|watch|register|home-live|home-first-steps|dashboard|auctions|auction-(leading|too-few)|moment-unsold|cart|checkout|heist(-details|-answered)?$|bets|spin-won|lobby|contest-(seats|pending|join)|tap$|transfer|send|marketplace|p2p|buy|your-coins|notifications|profile)/;
/** The screens that axe has analysed in this run, by their path without ids. */
const analysed = new Set<string>();

interface LookOptions {
  /** Whether to include the part below the fold. */
  fullPage?: boolean;
  /** Called before each picture, to restore content that disappears with time. */
  again?: (() => void) | undefined;
  /** For pages with a paused clock, which axe depends on, or without a screen yet. */
  withoutAxe?: boolean;
}

/**
 * Returns the axe violations of a screen, and what has no edge in forced colours. With `--full` it takes screenshots at both sizes in both themes into
 * output/screens, and runs axe on each state in both themes; otherwise axe runs once for each path, on a phone
 * in the light theme.
 */
export async function photograph(
  page: Page,
  name: string,
  { fullPage = false, again, withoutAxe = false }: LookOptions = {},
): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const errors: string[] = [];
  const screen = new URL(page.url()).pathname.replaceAll(/\/[\w-]*\d[\w-]*/g, '/:id');
  const isKnown = !isFull && analysed.has(screen);
  analysed.add(screen);
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    for (const theme of isFull ? themes : themes.slice(0, 1)) {
      // Each theme once, because the analysis takes most of the time.
      const isAnalysed = !withoutAxe && !isKnown && (theme === 'light') === (size === phone);
      if (!isFull && !isAnalysed) continue;
      await show(page, theme, again);
      if (isFull) await takePicture(page, pathOf(`${name}.${theme}`, size), { fullPage });
      if (!isAnalysed) continue;
      errors.push(...(await axeViolations(page)).map((error) => `${theme} ${size.width}: ${error}`));
      errors.push(...(await findEdgeErrors(page)).map((error) => `${theme}, forced colours: ${error}`));
    }
  }
  return errors;
}

async function show(page: Page, theme: (typeof themes)[number], again: LookOptions['again']): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value;
  }, theme);
  again?.();
}

function pathOf(name: string, { width, height }: ViewportSize): string {
  return join(output, `${name}.${width}x${height}.png`);
}

/**
 * Checks a screen: axe (`photograph`), its first view, and at the widest and the narrowest width no horizontal overflow, no
 * cut text, and targets of sufficient size; with `--full` also at the widths of phones and with text of twice the size.
 * The page keeps its size.
 */
export async function look(page: Page, name: string, options: LookOptions = {}): Promise<void> {
  const before = page.viewportSize() ?? phone;
  const errors = [...(await findFirstViewErrors(page)), ...(await photograph(page, name, options))];
  for (const width of isFull ? allWidths : extremeWidths) {
    await page.setViewportSize({ width, height: 640 });
    errors.push(...(await findLayoutErrors(page)).map((error) => `${width} px: ${error}`));
  }
  if (isFull && firstHour.test(name)) {
    await page.setViewportSize(smallPhone);
    for (const theme of themes) {
      await show(page, theme, options.again);
      await takePicture(page, pathOf(`${name}.${theme}`, smallPhone));
    }
  }
  if (isFull) {
    await page.setViewportSize(phone);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await takePicture(page, join(output, `${name}.large-text.png`));
    errors.push(...(await findLayoutErrors(page)).map((error) => `text at 200 %: ${error}`));
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  }
  await page.setViewportSize(before);
  expect(errors, name).toEqual([]);
}
