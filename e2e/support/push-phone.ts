import type { PushMessage } from '@copup/shared/push.ts';
import type { PushBrowser } from '@copup/testkit/push-service.ts';
import type { CDPSession, Worker } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from './browser.ts';
import { until } from './people.ts';

/** What the app asked of the browser's push. */
interface Asked {
  prompts: number;
  keys: string[];
}

type Shown = Record<'title' | 'body' | 'tag' | 'icon', string>;

/** What the tests need of the worker's global scope, whose types are not those of a page. */
interface Scope {
  registration: {
    getNotifications: (filter?: { tag?: string }) => Promise<Shown[]>;
    showNotification: (title: string, options: object) => Promise<void>;
  };
  Clients: { prototype: { openWindow: (url: string) => Promise<void> } };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  PushManager: { prototype: { getSubscription: () => Promise<unknown> } };
  ExtendableEvent: new (type: string) => Event;
  openedUrls: string[];
  unsubscribed: number;
  /** Resolves when the worker has handled the event. */
  run: (type: string, facts: object) => Promise<void>;
}

/**
 * A browser with a push service of the test: headless Chromium reaches none of its own. The subscription is that of
 * `push`, and the messages that it decrypts are delivered to the real service worker. The user answers the browser's
 * question with `answer`.
 */
export async function givePush(
  { context }: Visitor,
  url: string,
  push: PushBrowser,
  {
    permission = 'default',
    answer = 'granted',
  }: { permission?: NotificationPermission; answer?: NotificationPermission } = {},
): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: url });
  await context.addInitScript(
    ({ subscription, permission: first, answer: then }) => {
      const asked: Asked = { prompts: 0, keys: [] };
      const state = () => localStorage.getItem('test.permission') ?? first;
      Object.defineProperty(Notification, 'permission', { get: state });
      Notification.requestPermission = async () => {
        asked.prompts += 1;
        if (state() === 'default') localStorage.setItem('test.permission', then);
        return state() as NotificationPermission;
      };
      PushManager.prototype.subscribe = async (options) => {
        asked.keys.push(String(options?.applicationServerKey));
        return { ...subscription, toJSON: () => subscription } as unknown as PushSubscription;
      };
      Object.assign(window, { asked });
    },
    { subscription: push.subscription(), permission, answer },
  );
}

export const askedOf = ({ page }: Visitor) =>
  page.evaluate(() => (window as unknown as { asked: Asked }).asked);

/** The service worker of a visitor, with the events that only a device can send. */
export class PushedWorker {
  readonly #session: CDPSession;
  readonly #worker: Worker;
  readonly #origin: string;
  readonly #registrationId: string;

  private constructor(session: CDPSession, worker: Worker, origin: string, registrationId: string) {
    this.#session = session;
    this.#worker = worker;
    this.#origin = origin;
    this.#registrationId = registrationId;
  }

  /** Waits until the worker answers the page's requests. A blank page keeps the context while the app is closed. */
  static async find({ context, page }: Visitor, origin: string): Promise<PushedWorker> {
    await until(async () =>
      expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated'),
    );
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('the browser has no service worker');
    const session = await context.newCDPSession(await context.newPage());
    const found = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
        if (own) resolve(own.registrationId);
      }),
    );
    await session.send('ServiceWorker.enable');
    // The worker opens windows and subscribes only as the browser lets it.
    await worker.evaluate(() => {
      const scope = self as unknown as Scope;
      scope.openedUrls = [];
      scope.unsubscribed = 0;
      scope.Clients.prototype.openWindow = async (url: string) => void scope.openedUrls.push(url);
      scope.WindowClient.prototype.focus = async function focus() {
        return this;
      };
      // Headless shells show no notifications; Chromium itself does.
      if (Notification.permission !== 'granted') {
        let list: Shown[] = [];
        scope.registration.getNotifications = async ({ tag } = {}) =>
          list.filter((each) => tag === undefined || each.tag === tag);
        scope.registration.showNotification = async (title, options) => {
          const close = () => (list = list.filter((each) => each !== shown));
          const shown = { title, ...options, close } as unknown as Shown;
          list = [...list.filter(({ tag }) => tag !== shown.tag), shown];
        };
      }
      // The browser refuses to wait for events of a script.
      scope.run = async (type, facts) => {
        let handled: Promise<void> | undefined;
        const event = Object.assign(new scope.ExtendableEvent(type), facts);
        Object.assign(event, { waitUntil: (promise: Promise<void>) => (handled = promise) });
        self.dispatchEvent(event);
        await handled;
      };
      scope.PushManager.prototype.getSubscription = async () => ({
        unsubscribe: async () => {
          scope.unsubscribed += 1;
          return true;
        },
      });
    });
    return new PushedWorker(session, worker, origin, await found);
  }

  async deliver(content: PushMessage): Promise<void> {
    const data = JSON.stringify(content);
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data,
    });
  }

  shown() {
    return this.#worker.evaluate(async () => {
      const shown = await (self as unknown as Scope).registration.getNotifications();
      return shown.map(({ title, body, tag, icon }) => ({
        title,
        body,
        tag,
        icon: new URL(icon, location.origin).pathname,
      }));
    });
  }

  /** Presses the only notification; returns the addresses of the windows that the worker opened. */
  press(): Promise<string[]> {
    return this.#worker.evaluate(async () => {
      const scope = self as unknown as Scope;
      const [notification] = await scope.registration.getNotifications();
      await scope.run('notificationclick', { notification });
      return scope.openedUrls.splice(0);
    });
  }

  /** The browser has replaced its subscription. */
  async renew(former: string, subscription: ReturnType<PushBrowser['subscription']>): Promise<void> {
    await this.#worker.evaluate(
      ([endpoint, next]) =>
        (self as unknown as Scope).run('pushsubscriptionchange', {
          oldSubscription: { endpoint },
          newSubscription: { toJSON: () => next },
        }),
      [former, subscription] as const,
    );
  }

  unsubscribed(): Promise<number> {
    return this.#worker.evaluate(() => (self as unknown as Scope).unsubscribed);
  }
}
