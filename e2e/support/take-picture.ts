import type { Page } from 'playwright-core';

/**
 * Saves a picture of the page, for people to look at: no check reads it. Chromium refuses one of several thousand pictures
 * ("Unable to capture screenshot") and takes the same one after its next frame, so a refused picture is asked for once more
 * (https://github.com/MarketSquare/robotframework-browser/issues/5237).
 */
export async function takePicture(page: Page, path: string, { fullPage = false } = {}): Promise<void> {
  const take = () => page.screenshot({ path, animations: 'disabled', fullPage });
  await take().catch(async (error: Error) => {
    if (!error.message.includes('Unable to capture screenshot')) throw error;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await take();
  });
}
