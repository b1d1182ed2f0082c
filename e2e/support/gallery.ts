import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

const client = fileURLToPath(new URL('../../client/', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Builds the component gallery into a temporary folder and serves it. */
export class GalleryServer {
  readonly url: string;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(url: string, server: Server, folder: string) {
    this.url = url;
    this.#server = server;
    this.#folder = folder;
  }

  static async start(): Promise<GalleryServer> {
    const folder = await mkdtemp(join(tmpdir(), 'copup-gallery-'));
    const vite = join(client, 'node_modules', 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--config', 'vite.gallery.config.ts', '--outDir', folder, '--emptyOutDir'];
    await promisify(execFile)(process.execPath, args, { cwd: client });
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://gallery').pathname);
      readFile(join(folder, path)).then(
        (content) => {
          response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
          response.end(content);
        },
        () => {
          response.statusCode = 404;
          response.end();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new GalleryServer(`http://127.0.0.1:${port}`, server, folder);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Opens the page and waits for its fonts. `isStill` emulates reduced motion. */
export async function openGallery(
  page: Page,
  { theme = 'light', isStill = false }: { theme?: 'light' | 'dark'; isStill?: boolean } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: isStill ? 'reduce' : 'no-preference' });
  await page.goto('/gallery.html');
  await page.getByRole('heading', { level: 1, name: 'Components and states' }).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
