// @module-tag full
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFirstViewErrors } from './screens/first-view-errors.ts';
import { findEdgeErrors } from './screens/forced-colours.ts';
import { axeViolations } from './support/axe.ts';
import { watchFor } from './support/brief-states.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { GalleryServer, openGallery } from './support/gallery.ts';
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
/** Returns the names of the running animations, including delayed and repeating ones. The delay of skeletons moves nothing. */
const runningAnimations = () =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const active = effect?.getComputedTiming().activeDuration;
        return playState === 'running' && typeof active === 'number' && active > 1;
      })
      .map((animation) =>
        animation instanceof CSSAnimation
          ? animation.animationName
          : animation instanceof CSSTransition
            ? animation.transitionProperty
            : 'script',
      ),
  );

describe('the components in their states', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`is rendered and accessible in the ${theme} theme, at both widths`, async () => {
      await openGallery(page, { theme, isStill: true });
      for (const size of [{ width: 390, height: 844 }, desktop]) {
        await page.setViewportSize(size);
        await visitor.screenshot(`gallery-${theme}.${size.width}`, { fullPage: true });
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth, `horizontal overflow at ${size.width}`).toBe(clientWidth);
      }
      // The wide page shows every column and cell. It contains components in several states, each a region of the
      // same name.
      expect(await axeViolations(page, ['landmark-unique'])).toEqual([]);
      // It has a gold button for each component that has one.
      const errors = await findFirstViewErrors(page);
      expect(errors.filter((error) => !error.startsWith('more than one gold'))).toEqual([]);
    });
  }

  it('has edges and a focus in forced colours', async () => {
    await openGallery(page, { isStill: true });
    await page.emulateMedia({ forcedColors: 'active' });
    await visitor.screenshot('gallery-forced-colours', { fullPage: true });
    expect(await findEdgeErrors(page, { withFocus: true })).toEqual([]);
  });

  it('has captions and edges in the colour of text where more contrast is preferred', async () => {
    await openGallery(page, { isStill: true });
    await page.emulateMedia({ contrast: 'more' });
    for (const theme of ['light', 'dark']) {
      const colours = await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme;
        const styles = getComputedStyle(document.documentElement);
        return ['ink', 'ink-2', 'ink-3', 'ctl', 'line'].map((name) => styles.getPropertyValue(`--c-${name}`));
      }, theme);
      expect(new Set(colours).size, theme).toBe(1);
    }
  });

  it('fits a width of 360 px and text of double size', async () => {
    await openGallery(page, { isStill: true });
    for (const [width, size] of [
      [360, '16px'],
      [780, '32px'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth, `at ${width}, ${size}`).toBe(clientWidth);
    }
  });
});

describe('motion', () => {
  it('rolls only the digits that changed, by transform and opacity alone', async () => {
    await openGallery(page);
    const price = page.getByTestId('price').first();
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      addEventListener('animationstart', ({ animationName, target }) => {
        for (const frame of (target as Element).getAnimations({ subtree: true }).flatMap(framesOf))
          for (const name of Object.keys(frame)) seen.add(`${animationName} ${name}`);
      });
      function framesOf({ effect }: Animation) {
        return effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
      }
    });
    await page.getByRole('button', { name: 'Raise the price' }).click();
    await price.filter({ hasText: /^14,830$/ }).waitFor();
    expect(await price.locator('[data-was]').count()).toBe(1);
    expect(await price.getByRole('img').getAttribute('aria-label')).toBe('14,830 coins, 1,483,000 naira');
    // The event is dispatched in the frame after the one that shows the digits.
    const seen = await page.waitForFunction(() => {
      const { seen } = globalThis as unknown as { seen: Set<string> };
      return seen.size > 0 && [...seen];
    });
    const properties = (await seen.jsonValue()) as string[];
    const timing = /(offset|computedOffset|easing|composite)$/;
    const changed = properties.filter((each) => each.startsWith('copup-roll') && !timing.test(each));
    expect(new Set(changed.map((each) => each.split(' ')[1]))).toEqual(new Set(['transform', 'opacity']));
  });

  it('moves climbing rows from their old position and announces the new rank', async () => {
    await openGallery(page);
    const board = shelf('Leaderboard').getByRole('region', { name: 'Top tappers' });
    // Animations are recorded when they start, because a short one may end before the test reads it.
    await page.evaluate(() => {
      const animated: string[] = [];
      Object.assign(globalThis, { animated });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...args) {
        animated.push(this.textContent);
        return animate.apply(this, args);
      };
    });
    await page.getByRole('button', { name: 'Change the ranks' }).click();
    await board.getByText('up 3').waitFor({ state: 'attached' });
    expect(await board.getByRole('listitem').nth(1).textContent()).toContain('You');
    await board.getByText('You are now 2nd').waitFor({ state: 'attached' });
    const animated = await page.evaluate(() => (globalThis as unknown as { animated: string[] }).animated);
    expect(animated).toContainEqual(expect.stringContaining('You'));
    // The arrow stays for three seconds.
    await board.getByText('up 3').waitFor({ state: 'detached' });
  });

  it('is disabled with reduced motion', async () => {
    await openGallery(page, { isStill: true });
    expect(await runningAnimations()).toEqual([]);
    for (const name of ['Raise the price', 'Change the ranks', 'A new bid', 'Dialog']) {
      await page.getByRole('button', { name, exact: true }).click();
      if (name === 'Change the ranks') await page.getByText('up 3').waitFor({ state: 'attached' });
      expect(await runningAnimations(), name).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tap', exact: true }).click();
    expect(await runningAnimations()).toEqual([]);
    await page.getByRole('button', { name: 'Card 1, face down' }).first().click();
    expect(await runningAnimations()).toEqual([]);
    // The wheel cross-fades and does not turn.
    await shelf('Wheel of six').getByRole('button', { name: 'Spin' }).click();
    await shelf('Wheel of six').getByText('You won 4 coins.').waitFor();
  });
});

describe('announcements of changes', () => {
  it('a lost connection is announced only if it lasts', async () => {
    await openGallery(page);
    const drop = page.getByRole('button', { name: 'Drop the connection' });
    await drop.click();
    await drop.click();
    const status = shelf('Connection').getByRole('status').filter({ hasText: 'Connection:' });
    await drop.click();
    expect(await status.count()).toBe(0);
    await status.filter({ hasText: 'Connection: Reconnecting' }).waitFor({ state: 'attached' });
  });

  it('a busy button keeps its width and ignores a second press', async () => {
    await openGallery(page);
    const button = shelf('Buttons').getByRole('button', { name: 'Register' }).first();
    const before = await button.boundingBox();
    await button.click();
    const busy = shelf('Buttons').getByRole('button', { name: 'Processing...' }).first();
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    expect((await busy.boundingBox())?.width).toBeGreaterThanOrEqual(before?.width ?? 0);
  });

  it('skeletons stay for a minimum time once shown', async () => {
    await openGallery(page);
    const state = page.getByTestId('steady');
    const areShown = await watchFor(page, '[data-testid=steady]', 'shapes');
    await page.getByRole('button', { name: 'Load for a moment' }).click();
    await areShown();
    await state.filter({ hasText: 'content' }).waitFor();
  });
});
