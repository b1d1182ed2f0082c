import type { Page } from 'playwright-core';

/** Stands between the socket of a page and the server, and can hold the page's calls or lose the replies to them. */
export class CallsOnTheWay {
  /** Runs before each call reaches the server. */
  before = async () => {};
  losesReplies = false;
  readonly #lost = new Set<string>();

  /** Call it before the page opens its socket. */
  static async of(page: Page): Promise<CallsOnTheWay> {
    const calls = new CallsOnTheWay();
    await page.routeWebSocket(/\/socket\.io\//, (route) => {
      const server = route.connectToServer();
      route.onMessage(async (message) => {
        const [, id] = /^42(\d+)\["call"/.exec(String(message)) ?? [];
        if (id !== undefined) {
          if (calls.losesReplies) calls.#lost.add(id);
          await calls.before();
        }
        server.send(message);
      });
      server.onMessage((message) => {
        const [, id] = /^43(\d+)/.exec(String(message)) ?? [];
        if (id === undefined || !calls.#lost.delete(id)) route.send(message);
      });
    });
    return calls;
  }
}
