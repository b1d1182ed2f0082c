import type { ElementHandle, Page, Viewport } from 'puppeteer-core';
import { until } from './people.ts';

/**
 * Steps of a test by handles of elements. Puppeteer's locators and `waitForFunction` evaluate texts in the page, which Firefox
 * 140 ESR refuses because of the page's content security policy.
 */
export async function see(page: Page, selector: string): Promise<ElementHandle> {
  return until(async () => {
    const element = await page.$(selector);
    if (!element || !(await element.isVisible())) throw new Error(`${selector} is not visible`);
    return element;
  });
}

/** Clicks the element as soon as it is visible and enabled. */
export async function press(page: Page, selector: string): Promise<void> {
  await until(async () => {
    const element = await see(page, selector);
    if (await element.evaluate((button) => button.matches(':disabled'))) throw new Error('disabled');
    await element.click();
  });
}

export async function fill(page: Page, selector: string, text: string): Promise<void> {
  await (await see(page, selector)).type(text);
}

/**
 * Sets the size of the page. Firefox 140 ESR takes the size but does not know the command for the orientation that puppeteer
 * sends beside it.
 */
export async function resize(page: Page, viewport: Viewport): Promise<void> {
  await page.setViewport(viewport).catch((error) => {
    if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error;
  });
  await until(async () => {
    const width = await page.evaluate(() => innerWidth);
    if (width !== viewport.width) throw new Error(`the page is ${width} px wide`);
  });
}
