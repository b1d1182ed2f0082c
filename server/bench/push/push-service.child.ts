import { serveCalls } from '@copup/testkit/child.ts';
import { type PushBrowser, PushService } from '@copup/testkit/push-service.ts';
import { readUsage } from '../usage.ts';

/** The push service and the browsers, in a process of their own so that their work can be told apart. */
const service = await PushService.start();
const browsers: PushBrowser[] = [];

const calls = {
  env: () => service.env(),
  readUsage,
  /** Opens browsers and returns their subscriptions. */
  open: (count: number) =>
    Array.from({ length: count }, () => {
      const browser = service.openBrowser();
      browsers.push(browser);
      return browser.subscription();
    }),
  /** Counts the messages that this browser would receive now. */
  countWaiting: (nth: number) => browsers[nth]?.waiting().length ?? 0,
};
export type PushServiceCalls = typeof calls;

serveCalls(calls, () => service.close());
