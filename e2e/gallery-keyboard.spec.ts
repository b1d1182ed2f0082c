// @module-tag full
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openVisitor, type Visitor } from './support/browser.ts';
import { GalleryServer, openGallery } from './support/gallery.ts';
import { until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let gallery: GalleryServer;
let browser: Browser;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  [gallery, browser] = await Promise.all([GalleryServer.start(), sharedBrowser()]);
});
afterAll(async () => {
  await gallery?.stop();
});
beforeEach(async () => {
  visitor = await openVisitor(browser, { name: 'visitor', url: gallery.url });
  page = visitor.page;
});
afterEach(async () => {
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
});

const shelf = (name: string) => page.getByRole('region', { name, exact: true });
const isFocused = (name: string) => page.getByRole('button', { name, exact: true }).evaluate(hasFocus);
const hasFocus = (element: Element) => element === document.activeElement;
describe('by keyboard', () => {
  it('tabs follow the arrow keys', async () => {
    await openGallery(page);
    const tabs = page.getByRole('group', { name: 'Category' });
    const chosen = (name: string) => tabs.getByRole('radio', { name, checked: true });
    await chosen('All').focus();
    await page.keyboard.press('ArrowRight');
    await chosen('Cash').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Chosen: coupon').waitFor();
    expect(await chosen('Coupon').evaluate(hasFocus)).toBe(true);
    // All tabs together are one stop for the Tab key.
    await page.keyboard.press('Tab');
    expect(await tabs.evaluate((group) => group.contains(document.activeElement))).toBe(false);
  });

  it('a dialog traps the focus, closes on Esc and restores the focus; while busy it stays open', async () => {
    await openGallery(page);
    const opener = page.getByRole('button', { name: 'Dialog', exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm Payment' });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await until(async () => expect(await opener.evaluate(hasFocus)).toBe(true));

    await page.getByRole('button', { name: 'Busy dialog' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Answer' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await opener.click();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
  });

  it('the side menu begins at its close button and ends at Logout', async () => {
    await openGallery(page);
    await page.getByRole('button', { name: 'Side menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.waitFor();
    expect(await isFocused('Close')).toBe(true);
    await visitor.screenshots('gallery-side-menu');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await menu.getByRole('switch', { name: 'Dark mode' }).focus();
    await page.keyboard.press('Space');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.keyboard.press('Tab');
    expect(await menu.getByRole('switch', { name: 'Vibration' }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isFocused('Logout')).toBe(true);
  });

  it('More opens above the navigation, follows the arrow keys and restores the focus', async () => {
    await openGallery(page);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.focus();
    await page.keyboard.press('Enter');
    expect(await more.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('link', { name: 'Tasks' }).evaluate(hasFocus)).toBe(true);
    await visitor.screenshot('gallery-more');
    await page.keyboard.press('Escape');
    await until(async () => expect(await more.evaluate(hasFocus)).toBe(true));
    expect(await more.getAttribute('aria-expanded')).toBe('false');
  });

  it('a PIN is one field that accepts typed and pasted digits', async () => {
    await openGallery(page);
    const pin = page.getByLabel('PIN', { exact: true });
    await pin.focus();
    await page.keyboard.type('4a8');
    expect(await pin.inputValue()).toBe('48');
    await pin.fill('');
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('48 21 9'));
    await page.keyboard.press('Control+V');
    expect(await pin.inputValue()).toBe('4821');
    expect(await pin.getAttribute('inputmode')).toBe('numeric');
  });

  it('keys 1 to 3 pick cards, and the result is announced', async () => {
    await openGallery(page);
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Card 2, 10 points' }).first().waitFor();
    await shelf('Cards')
      .getByRole('status')
      .first()
      .filter({ hasText: 'Card 2, 10 points' })
      .waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Card 1, face down' }).count()).toBe(2);
  });

  it('Space and Enter tap once per press; at most six +1 floaters are shown', async () => {
    await openGallery(page);
    const target = page.getByRole('button', { name: 'Tap', exact: true });
    const counted = (count: number) =>
      shelf('Tap target').locator(`[data-count="${count}"]`).waitFor({ state: 'attached' });
    await target.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await counted(1_206);
    // A key that is held down counts as one tap.
    for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await counted(1_207);
    const most = await target.evaluate(async (button) => {
      let seen = 0;
      for (let tap = 0; tap < 12; tap += 1) {
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX: 100, clientY: 100 }));
        await new Promise(requestAnimationFrame);
        seen = Math.max(seen, button.querySelectorAll('[data-floater]').length);
      }
      return seen;
    });
    expect(most).toBe(6);
    await counted(1_219);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const layouts = async () =>
      (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')?.value ??
      0;
    const before = await layouts();
    for (let tap = 0; tap < 20; tap += 1) await page.keyboard.press('Space');
    await counted(1_239);
    // The text for screen readers is updated at intervals; an update per tap would cause 20 layouts.
    expect((await layouts()) - before).toBeLessThanOrEqual(4);
    await shelf('Tap target').getByRole('button', { name: 'offline' }).click();
    await page.getByText('12 unsent').waitFor();
    await shelf('Tap target').getByRole('button', { name: 'ended' }).click();
    expect(await target.isDisabled()).toBe(true);
  });

  it('the wheel stops on the given segment, and announces the prize', async () => {
    await openGallery(page);
    const wheels = shelf('Wheel of six');
    await wheels.getByRole('button', { name: 'Spin' }).focus();
    await page.keyboard.press('Enter');
    const status = wheels.getByRole('status').first();
    await status.filter({ hasText: 'Spinning…' }).waitFor();
    // Finishes the animation of five seconds at once.
    await page
      .locator('[data-wheel]')
      .first()
      .evaluate((disc) => {
        for (const spin of disc.getAnimations()) spin.finish();
      });
    await status.filter({ hasText: 'You won 4 coins.' }).waitFor();
    const turned = await page
      .locator('[data-wheel]')
      .first()
      .evaluate((disc) => {
        const { a, b } = new DOMMatrix(getComputedStyle(disc).transform);
        return Math.round((Math.atan2(b, a) * 180) / Math.PI);
      });
    // Four coins are the fourth segment of 60 degrees.
    expect(Math.abs(turned)).toBe(180);
  });
});
