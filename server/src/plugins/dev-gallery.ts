import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { isDirectNeighbour } from '../direct-neighbour.ts';
import { Refusal } from '../errors.ts';

const CLIENT = fileURLToPath(new URL('../../../client', import.meta.url));
const VITE = join(CLIENT, 'node_modules', 'vite', 'bin', 'vite.js');
const BASE = '/dev/gallery/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves /dev/gallery, the components of the client and their states, built at the first request. Registered only outside
 * production; as a safeguard for a production server without NODE_ENV, it answers direct neighbours only.
 */
export const devGallery = ({ config, log }: Pick<Deps, 'config' | 'log'>) =>
  async function devGalleryPlugin(app: FastifyInstance): Promise<void> {
    const folder = join(config.dataDir, 'gallery');
    let built: Promise<void> | undefined;
    const build = () => {
      built ??= buildGallery(folder).catch((error: unknown) => {
        built = undefined;
        log.warn({ err: error }, 'the gallery could not be built');
        throw new Refusal('UNAVAILABLE', 'The gallery could not be built. The log has the reason.');
      });
      return built;
    };
    const paths = { schema: { hide: true } };
    const serve = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
      if (!isDirectNeighbour(request.raw) || !existsSync(VITE)) throw new Refusal('NOT_FOUND', 'Not found.');
      await build();
      const path = normalize(join(folder, name));
      const content = path.startsWith(folder) ? await readFile(path).catch(() => undefined) : undefined;
      if (content === undefined) throw new Refusal('NOT_FOUND', 'Not found.');
      return reply
        .header('cache-control', 'no-store')
        .type(types[extname(path)] ?? 'application/octet-stream')
        .send(content);
    };
    // The page names its files by absolute addresses, so it needs no slash at the end of its own.
    app.get('/dev/gallery', paths, (request, reply) => serve(request, reply, 'gallery.html'));
    app.get(`${BASE}*`, paths, (request, reply) =>
      serve(request, reply, (request.params as { '*': string })['*'] || 'gallery.html'),
    );
  };

async function buildGallery(folder: string): Promise<void> {
  const args = ['--config', 'vite.gallery.config.ts', '--base', BASE, '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, [VITE, 'build', ...args], { cwd: CLIENT });
}
