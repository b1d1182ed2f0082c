import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { desktop, phone } from '../support/browser.ts';
import { findLayoutFaults } from './layout-faults.ts';

const output = fileURLToPath(new URL('../output/screens/', import.meta.url));
const themes = ['light', 'dark'] as const;
/** The narrowest phone, and what is left of a 640 px window at 200 % zoom. */
const narrowWidths = [360, 320];

interface LookOptions {
  /** Also below the fold. */
  fullPage?: boolean;
  /** Before each picture, for what time would carry away. */
  again?: (() => void) | undefined;
  /** The page's clock stands still, which axe waits by; or there is no screen yet. */
  withoutAxe?: boolean;
}

/**
 * Photographs the screen as it is at both sizes in both themes into output/screens, and expects of it: nothing for
 * axe (by day on a phone, by night on a desktop), nothing sideways and no cut text down to 320 px and with letters of
 * twice the size, and targets that a thumb hits.
 */
export async function look(
  page: Page,
  name: string,
  { fullPage = false, again, withoutAxe = false }: LookOptions = {},
): Promise<void> {
  mkdirSync(output, { recursive: true });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const faults: string[] = [];
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
      // Each theme once: analysing takes longer than everything else here.
      if ((theme === 'light') !== (size === phone)) continue;
      faults.push(...(await axeFaults(page)).map((fault) => `${theme} ${size.width}: ${fault}`));
    }
  }
  for (const width of [desktop.width, phone.width, ...narrowWidths]) {
    await page.setViewportSize({ width, height: 640 });
    faults.push(...(await findLayoutFaults(page)).map((fault) => `${width} px: ${fault}`));
  }
  await page.setViewportSize(phone);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.screenshot({ path: join(output, `${name}.large-text.png`), animations: 'disabled' });
  faults.push(...(await findLayoutFaults(page)).map((fault) => `text at 200 %: ${fault}`));
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  expect(faults, name).toEqual([]);
}
