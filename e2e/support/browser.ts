import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const output = fileURLToPath(new URL('../output/', import.meta.url));
const patienceMs = 10_000;

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** Chromium heeds the last such list only, so what of Playwright's own concerns us is here as well. */
const disabledFeatures = [
  // A window of suggestions for an address bar that nobody sees: each costs most of a second of the processor.
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

/** The system's Chromium: CHROMIUM_PATH, else the one on PATH. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

export function browserOptions(): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  return { executablePath: findChromium(), args: isRoot ? [...flags, '--no-sandbox'] : flags };
}

function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  const found = [process.env.CHROMIUM_PATH ?? '', ...candidates].find(
    (file) => file !== '' && existsSync(file),
  );
  if (!found) throw new Error('no Chromium here: install the package "chromium", or set CHROMIUM_PATH');
  return found;
}

/** A request of the page to the server, as the network panel lists it. */
export interface SeenRequest {
  method: string;
  /** Path with query. */
  path: string;
}

/** One person with one browser window, and everything in it that no user should ever cause. */
export class Visitor {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly requests: SeenRequest[] = [];
  /** URLs of the websockets that this document has opened so far. */
  readonly sockets: string[] = [];
  /** Console errors, uncaught errors, unhandled rejections and violations of the Content-Security-Policy. */
  readonly faults: string[] = [];
  #isNetworkLossExpected = false;
  #areFilesMissing = false;

  constructor(name: string, context: BrowserContext, page: Page) {
    this.name = name;
    this.context = context;
    this.page = page;
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      this.requests.push({ method: request.method(), path: `${pathname}${search}` });
      // A new document leaves the sockets of the one before behind.
      if (request.isNavigationRequest()) this.sockets.length = 0;
    });
    page.on('websocket', (socket) => this.sockets.push(socket.url()));
    page.on('pageerror', (error) => this.faults.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.#isExpected(message.text(), message.location().url))
        this.faults.push(`console: ${message.text()} (${message.location().url})`);
    });
  }

  /** From now on the browser may report that the server cannot be reached: the test takes it away. */
  expectNetworkLoss(): void {
    this.#isNetworkLossExpected = true;
  }

  /** From now on the browser may report that built files are not there: the test takes them away. */
  expectMissingFiles(): void {
    this.#areFilesMissing = true;
  }

  /** Kept as e2e/output/NAME.png. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(output, { recursive: true });
    await this.page.screenshot({ path: join(output, `${name}.png`), animations: 'disabled' });
  }

  /** The whole page, however long, kept as e2e/output/NAME.png. */
  async fullScreenshot(name: string): Promise<void> {
    mkdirSync(output, { recursive: true });
    await this.page.screenshot({ path: join(output, `${name}.png`), animations: 'disabled', fullPage: true });
  }

  /** The same screen at both widths of the design. */
  async screenshots(name: string): Promise<void> {
    const before = this.page.viewportSize() ?? phone;
    for (const size of [phone, desktop]) {
      await this.page.setViewportSize(size);
      await this.screenshot(`${name}.${size.width}x${size.height}`);
    }
    await this.page.setViewportSize(before);
  }

  /** A refusal of the API is an answer; the browser reports it as an error nevertheless. */
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
}

/** A person with a browser profile of their own. */
export async function openVisitor(
  browser: Browser,
  { name, url, viewport = phone }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'en-NG' });
  context.setDefaultTimeout(patienceMs);
  // Chromium reports most violations on the console too; the event leaves none out.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Content-Security-Policy: ${event.violatedDirective} refused ${event.blockedURI || event.sourceFile}`,
      );
    });
  });
  return new Visitor(name, context, await context.newPage());
}
