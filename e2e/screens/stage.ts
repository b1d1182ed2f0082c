import type { UserState } from '@copup/shared/users.ts';
import type { Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { sharedBrowser } from '../support/shared-browser.ts';
import { ngozi, StagedPage, type StagedUser } from './staged-page.ts';

/** Resources of a spec file: the built client on a real server, and one staged page per test. */
export class Stage {
  #staged: StagedPage | undefined;

  constructor() {
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
    this.#staged = await StagedPage.open(await sharedBrowser(), inject('stagedUrl'), user, wallet);
    return this.#staged;
  }
}
