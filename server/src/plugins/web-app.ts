import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Settings } from '../settings/settings.ts';

const BUILT_CLIENT = fileURLToPath(new URL('../../../client/dist', import.meta.url));
/** Part of every build: maps URLs to pages of their own. */
const PAGES = 'pages.json';
const FOREVER = 'public, max-age=31536000, immutable';
/** Icons and the manifest keep their names when they change. */
const A_DAY = 'public, max-age=86400';
/** Pages reference the scripts of their build, so browsers revalidate them; unchanged ones are answered with 304. */
const REVALIDATE = 'no-cache';

const REVALIDATED = /(\.(html|json)|\/sw(-off)?\.js)(\.(br|gz))?$/;

/**
 * Returns the folder of the built React app; undefined when it was not built, as in development, where Vite serves it.
 */
export function findWebApp(folder = BUILT_CLIENT): string | undefined {
  return existsSync(join(folder, PAGES)) ? folder : undefined;
}

interface WebAppOptions {
  folder: string;
  settings: Pick<Settings, 'get'>;
}

/** Serves the files of the built app, compressed when the browser supports it. */
export const webApp = fp(async (app: FastifyInstance, { folder, settings }: WebAppOptions) => {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of built assets contain a hash of their content.
      if (path.includes('/assets/')) reply.header('cache-control', FOREVER);
      else reply.header('cache-control', REVALIDATED.test(path) ? REVALIDATE : A_DAY);
    },
  });
  const addresses = readAddresses(folder);
  for (const [address, file] of Object.entries(addresses)) {
    app.get(address, (_request, reply) => reply.code(200).sendFile(file));
  }
  // Browsers request it at a visit: the other script removes the worker and the files that it keeps.
  app.get('/sw.js', (_request, reply) => reply.sendFile(settings.get('offlineApp') ? 'sw.js' : 'sw-off.js'));
});

/** Reads the URLs whose pages preload their scripts, with the files of these pages. */
function readAddresses(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, PAGES), 'utf8')) as Record<string, string>;
}

/** Serves the plain page for every other URL of the app; the client's router does the rest. */
export function servePage(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}
