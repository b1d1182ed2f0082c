import type { UserState } from '@copup/shared/users.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { phone } from '../support/browser.ts';
import { sharedBrowser, showWindowsOfFailure } from '../support/shared-browser.ts';
import { ngozi, StagedPage, type StagedUser } from './staged-page.ts';

interface OpenPage {
  staged: StagedPage;
  page: Page;
}

/** A page of the app without a guard and without requests of its own. */
const waitingRoom = '/unauthorized';

/**
 * Resources of a spec file: the built client on a real server, and a staged page. A page load costs most of a second, so a
 * test shows its states on the page of the file with `reuse` and `show`. A test that changes the clock, the network or
 * the routes of its page opens its own with `open`, or discards the page of the file.
 */
export class Stage {
  #staged: StagedPage | undefined;
  /** The page of the file. */
  #kept: StagedPage | undefined;
  #user: StagedUser | null = null;
  #isWaiting = false;
  #isDiscarded = false;

  constructor() {
    afterEach(async ({ task }) => {
      const { errors } = this.staged.visitor;
      // Before it is closed.
      await showWindowsOfFailure(task);
      const isClean = task.result?.state !== 'fail' && errors.length === 0 && !this.#isDiscarded;
      if (this.staged !== this.#kept || !isClean) await this.#close();
      expect(errors).toEqual([]);
    });
    afterAll(async () => {
      await this.#kept?.close();
      this.#kept = undefined;
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
  async open(user: StagedUser | null = ngozi, wallet: Partial<UserState> = {}): Promise<OpenPage> {
    const staged = await StagedPage.open(await sharedBrowser(), inject('stagedUrl'), user, wallet);
    this.#staged = staged;
    return { staged, page: staged.visitor.page };
  }

  /** Empties the page of the file, and sets the replies and rooms that every page of the user reads. */
  async reuse(user: StagedUser | null = ngozi, wallet: Partial<UserState> = {}): Promise<OpenPage> {
    if (this.#kept) {
      this.#staged = this.#kept;
      await this.#wait();
    } else {
      this.#kept = (await this.open(null)).staged;
      await this.page.goto(waitingRoom);
      await this.#heading().waitFor();
    }
    await this.page.setViewportSize(phone);
    await this.page.evaluate(() => document.documentElement.removeAttribute('style'));
    await this.staged.startOver();
    this.staged.stageUser(user, wallet);
    this.#user = user;
    this.#isWaiting = true;
    return { staged: this.staged, page: this.page };
  }

  /** Closes the page of the file after this test. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /** Shows the address on the page of the file. It reads everything anew, as after a page load. */
  async show(address: string): Promise<void> {
    if (!this.#isWaiting) {
      await this.#wait();
      await this.staged.forget();
    }
    this.#isWaiting = false;
    if (this.#user) await this.staged.signIn(this.#user);
    await this.staged.navigate(address);
    if (address !== waitingRoom) await this.#heading().waitFor({ state: 'detached' });
  }

  /** Dismisses the toasts, which cover what is below them until they disappear. */
  async dismissToasts(): Promise<void> {
    await this.page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[data-toasts] button')) button.click();
    });
  }

  async #wait(): Promise<void> {
    await this.dismissToasts();
    await this.staged.navigate(waitingRoom);
    await this.#heading().waitFor();
  }

  #heading() {
    return this.page.getByRole('heading', { level: 1, name: 'Unauthorized' });
  }

  async #close(): Promise<void> {
    if (this.staged === this.#kept) this.#kept = undefined;
    this.#isDiscarded = false;
    await this.staged.close();
  }
}
