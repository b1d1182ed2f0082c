import { paths } from '@copup/shared/page-paths.ts';
import type { Page, Request } from 'playwright-core';
import { findFirstViewErrors } from '../screens/first-view-errors.ts';
import { until } from '../support/people.ts';

/** A press of a button, or a form, that leads to another page. */
export interface Step {
  on: string;
  to: string;
  run(page: Page): Promise<void>;
}

const patterns = Object.values(paths).map((path) => ({
  path: path as string,
  expression: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Returns the row of `paths` that an address belongs to. */
const patternOf = (address: string): string | undefined =>
  patterns.find(({ path }) => path === address)?.path ??
  patterns.find(({ expression }) => expression.test(address))?.path;

/** Buttons that show links which were hidden; the same on all pages. */
const openers = ['Menu', 'More', 'Settings'];

/** A toast may cover a link for 5 seconds. */
const longestCoverMs = 10_000;

/** Walks through the pages of one user by pressing what the user sees, and remembers what each page links. */
export class Walk {
  readonly reached = new Set<string>();
  /** The pages that the content of a page links, without the navigation around it. */
  readonly linked = new Map<string, Set<string>>();
  /** Links that led to another page than theirs, and what no first view must have. */
  readonly errors: string[] = [];
  readonly #page: Page;
  readonly #steps: readonly Step[];
  readonly #open = new Set<Request>();
  readonly #opened = new Set<string>();
  readonly #tried = new Set<string>();

  constructor(page: Page, steps: readonly Step[]) {
    this.#page = page;
    this.#steps = steps;
    page.on('request', (request) => {
      if (['document', 'script', 'fetch'].includes(request.resourceType())) this.#open.add(request);
    });
    page.on('requestfinished', (request) => this.#open.delete(request));
    page.on('requestfailed', (request) => this.#open.delete(request));
  }

  /** Visits the present page and all pages that are reached from it, and returns to it. */
  async visit(): Promise<void> {
    const page = this.#page;
    const address = await this.#settle();
    const here = patternOf(address) ?? address;
    this.reached.add(here);
    this.errors.push(...(await findFirstViewErrors(page)).map((error) => `${address}: ${error}`));
    await this.#follow(address);
    this.linked.set(here, new Set((await this.links('main')).map((link) => patternOf(link) ?? link)));
    for (const name of openers) {
      if (this.#opened.has(name)) continue;
      const opener = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
      if (!(await opener.isVisible())) continue;
      await this.#follow(address, () => opener.click());
      this.#opened.add(name);
      await page.keyboard.press('Escape');
    }
    for (const { on, to, run } of this.#steps) {
      if (on !== here || this.reached.has(to)) continue;
      await this.#leave(async () => {
        await run(page);
        await page.waitForURL(({ pathname }) => patternOf(pathname) === to);
      });
      await this.#visitAndReturn(address);
    }
  }

  /** Presses the page's links to pages that were not reached yet, one after another. */
  async #follow(address: string, open?: () => Promise<void>): Promise<void> {
    for (;;) {
      // What was opened covers the links of the page.
      const covered = open ? await this.links() : [];
      await open?.();
      const next = (await this.links()).find((link) => {
        const to = patternOf(link);
        const isNew = to !== undefined && !this.reached.has(to) && !this.#tried.has(`${address} ${link}`);
        return isNew && !covered.includes(link);
      });
      if (next === undefined) return;
      const to = patternOf(next) as string;
      const link = this.#page.locator(`a[href="${next}"]`).filter({ visible: true }).first();
      // Live content replaces links; the next reading has those that are there instead.
      if (!(await link.isVisible())) continue;
      this.#tried.add(`${address} ${next}`);
      await this.#leave(() => link.click({ timeout: longestCoverMs }));
      const arrived = new URL(this.#page.url()).pathname;
      if (patternOf(arrived) !== to) this.errors.push(`${address} links ${next}, which is ${arrived}`);
      await this.#visitAndReturn(address);
    }
  }

  async #visitAndReturn(address: string): Promise<void> {
    const { pathname } = new URL(this.#page.url());
    if (!this.reached.has(patternOf(pathname) ?? pathname)) await this.visit();
    await this.#leave(() => this.#page.goBack());
    if (new URL(this.#page.url()).pathname !== address) await this.#leave(() => this.#page.goto(address));
  }

  /** Marks the heading of the page, so that the next page is not read before it has replaced this one. */
  async #leave(press: () => Promise<unknown>): Promise<void> {
    await this.#page.evaluate(() => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
    });
    await press();
    await this.#settle();
  }

  /** Waits until the page shows its content, and returns its address. */
  async #settle(): Promise<string> {
    await until(async () => {
      const isShown = await this.#page.evaluate(
        () =>
          document.querySelector('h1:not([data-left])') !== null &&
          document.querySelector('.skeleton') === null,
      );
      if (!isShown || this.#open.size > 0) throw new Error(`${this.#page.url()} is still loading`);
    });
    return new URL(this.#page.url()).pathname;
  }

  /** Returns the addresses of the visible links to pages of this app. */
  async links(within = 'body'): Promise<string[]> {
    await this.#settle();
    return this.#page.evaluate(
      (selector) =>
        [...document.querySelectorAll<HTMLAnchorElement>(`${selector} a[href^="/"]`)]
          .filter(
            (link) =>
              link.target !== '_blank' &&
              link.checkVisibility({ visibilityProperty: true }) &&
              link.getBoundingClientRect().width > 0,
          )
          .map((link) => link.getAttribute('href') ?? ''),
      within,
    );
  }
}
