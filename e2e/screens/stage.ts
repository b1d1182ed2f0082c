import type { UserState } from '@copup/shared/users.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { App } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { ngozi, StagedPage, type StagedUser } from './staged-page.ts';

/** Resources of a spec file: the built client on a real server, a browser, and one staged page per test. */
export class Stage {
  #app: App | undefined;
  #browser: Browser | undefined;
  #staged: StagedPage | undefined;

  constructor() {
    beforeAll(async () => {
      [this.#app, this.#browser] = await Promise.all([App.start(), launchBrowser()]);
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.#app?.stop();
    });
    afterEach(async () => {
      const { errors } = this.staged.visitor;
      await this.staged.close();
      expect(errors).toEqual([]);
    });
  }

  get staged(): StagedPage {
    if (!this.#staged) throw new Error('no page is open');
    return this.#staged;
  }

  get page(): Page {
    return this.staged.visitor.page;
  }

  /** Opens a blank page for the user; null for a visitor. */
  async open(user: StagedUser | null = ngozi, wallet: Partial<UserState> = {}): Promise<StagedPage> {
    if (!this.#app || !this.#browser) throw new Error('the app has not started');
    this.#staged = await StagedPage.open(this.#browser, this.#app.url, user, wallet);
    return this.#staged;
  }
}
