import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { desktop, phone } from '../support/browser.ts';
import { findLayoutErrors } from './layout-errors.ts';

const output = fileURLToPath(new URL('../output/screens/', import.meta.url));
const themes = ['light', 'dark'] as const;
/** The narrowest phone, and the width of a 640 px window at 200 % zoom. */
const narrowWidths = [360, 320];

interface LookOptions {
  /** Whether to include the part below the fold. */
  fullPage?: boolean;
  /** Called before each picture, to restore content that disappears with time. */
  again?: (() => void) | undefined;
  /** For pages with a paused clock, which axe depends on, or without a screen yet. */
  withoutAxe?: boolean;
}

/** Takes screenshots at both sizes in both themes. Returns the axe violations, of each theme at one of the sizes. */
export async function photograph(
  page: Page,
  name: string,
  { fullPage = false, again, withoutAxe = false }: LookOptions = {},
): Promise<string[]> {
  mkdirSync(output, { recursive: true });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const errors: string[] = [];
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      again?.();
      const path = join(output, `${name}.${theme}.${size.width}x${size.height}.png`);
      await page.screenshot({ path, animations: 'disabled', fullPage });
      if (withoutAxe) continue;
      // Each theme once, because the analysis takes most of the time.
      if ((theme === 'light') !== (size === phone)) continue;
      errors.push(...(await axeViolations(page)).map((error) => `${theme} ${size.width}: ${error}`));
    }
  }
  return errors;
}

/**
 * Takes screenshots at both sizes in both themes into output/screens, and checks the screen: no axe violations (light
 * theme on a phone, dark theme on a desktop), no horizontal overflow and no cut text down to 320 px and with text of
 * twice the size, and targets of sufficient size.
 */
export async function look(page: Page, name: string, options: LookOptions = {}): Promise<void> {
  const errors = await photograph(page, name, options);
  for (const width of [desktop.width, phone.width, ...narrowWidths]) {
    await page.setViewportSize({ width, height: 640 });
    errors.push(...(await findLayoutErrors(page)).map((error) => `${width} px: ${error}`));
  }
  await page.setViewportSize(phone);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.screenshot({ path: join(output, `${name}.large-text.png`), animations: 'disabled' });
  errors.push(...(await findLayoutErrors(page)).map((error) => `text at 200 %: ${error}`));
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  expect(errors, name).toEqual([]);
}
