import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFull } from '@copup/testkit/is-full.ts';
import { type Browser, type BrowserContext, chromium, type Page, type WebSocket } from 'playwright-core';
import { installedChromium } from '../../scripts/browsers.ts';
import { takePicture } from './take-picture.ts';

const output = fileURLToPath(new URL('../output/', import.meta.url));
/** Only bounds a wait that never ends: a busy machine needs many times as long as an idle one. */
const timeoutMs = 40_000;

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** Chromium uses only the last such list, so this one repeats the relevant part of Playwright's. */
const disabledFeatures = [
  // Suggestions of the address bar, which cost most of a second of CPU per page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'MediaRouter',
  'Translate',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
];

const flags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launches the system's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

export function browserOptions(): { executablePath: string; args: string[] } {
  const executablePath = installedChromium();
  if (!executablePath) throw new Error('Chromium was not found: npm test installs it, or set CHROMIUM_PATH');
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: isRoot ? [...flags, '--no-sandbox'] : flags };
}

/** A request of the page to the server. */
export interface SeenRequest {
  method: string;
  /** Path with query. */
  path: string;
}

/** A browser window of one user, with its requests and errors. */
export class Visitor {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly requests: SeenRequest[] = [];
  /** URLs of the websockets that the current document has opened. */
  readonly sockets: string[] = [];
  /** Console errors, uncaught errors, unhandled rejections and violations of the Content-Security-Policy. */
  readonly errors: string[] = [];
  #socket: WebSocket | undefined;
  #isNetworkLossExpected = false;
  #areFilesMissing = false;

  constructor(name: string, context: BrowserContext, page: Page) {
    this.name = name;
    this.context = context;
    this.page = page;
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      this.requests.push({ method: request.method(), path: `${pathname}${search}` });
      // A new document does not have the sockets of the previous one.
      if (request.isNavigationRequest()) this.sockets.length = 0;
    });
    page.on('websocket', (socket) => {
      this.#socket = socket;
      this.sockets.push(socket.url());
    });
    page.on('pageerror', (error) => this.errors.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.#isExpected(message.text(), message.location().url))
        this.errors.push(`console: ${message.text()} (${message.location().url})`);
    });
  }

  /** Accepts network errors from now on, because the test makes the server unreachable. */
  expectNetworkLoss(): void {
    this.#isNetworkLossExpected = true;
  }

  /** Returns the next reply to a call of the page over its socket. */
  async nextReply(): Promise<string> {
    if (!this.#socket) throw new Error('the page has no socket');
    const isReply = ({ payload }: { payload: string | Buffer }) =>
      /^43\d+\[\{"ok":(true,"reply"|false)/.test(String(payload));
    return String((await this.#socket.waitForEvent('framereceived', isReply)).payload);
  }

  /** Accepts missing files from now on, because the test removes them. */
  expectMissingFiles(): void {
    this.#areFilesMissing = true;
  }

  /** Saves a screenshot as e2e/output/NAME.png with `--full`. */
  async screenshot(name: string, { fullPage = false } = {}): Promise<void> {
    if (!isFull) return;
    await takePicture(this.page, join(output, `${name}.png`), { fullPage });
  }

  /** Saves screenshots at both widths of the design with `--full`. */
  async screenshots(name: string): Promise<void> {
    if (!isFull) return;
    const before = this.page.viewportSize() ?? phone;
    for (const size of [phone, desktop]) {
      await this.page.setViewportSize(size);
      await this.screenshot(`${name}.${size.width}x${size.height}`);
    }
    await this.page.setViewportSize(before);
  }

  /** Returns whether a console error is expected: the browser also reports refusals of the API as errors. */
  #isExpected(text: string, url: string): boolean {
    if (/status of 4\d\d/.test(text) && new URL(url).pathname.startsWith('/api/')) return true;
    if (this.#areFilesMissing && /status of 404/.test(text) && new URL(url).pathname.startsWith('/assets/'))
      return true;
    return this.#isNetworkLossExpected && /ERR_|WebSocket connection to|status of 5\d\d/.test(text);
  }
}

export interface VisitorOptions {
  name: string;
  url: string;
  viewport?: { width: number; height: number };
  /** Pixels of the screen for one of the page. */
  density?: number;
  hasTouch?: boolean;
  /** Whether the page may register the service worker. Playwright cannot intercept requests that it answers. */
  keepsFiles?: boolean;
}

/** Opens a window with a new browser profile. */
export async function openVisitor(
  browser: Browser,
  { name, url, viewport = phone, density, hasTouch = false, keepsFiles = false }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    deviceScaleFactor: density,
    hasTouch,
    locale: 'en-NG',
    serviceWorkers: keepsFiles ? 'allow' : 'block',
  });
  context.setDefaultTimeout(timeoutMs);
  // As in headless shells; otherwise the offer of messages would come over the screens of other tests (`givePush`).
  await context.addInitScript(() => {
    if (!('Notification' in window)) return;
    Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true });
  });
  // Chromium reports only most violations on the console; the event reports all.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Content-Security-Policy: ${event.violatedDirective} refused ${event.blockedURI || event.sourceFile}`,
      );
    });
  });
  return new Visitor(name, context, await context.newPage());
}
