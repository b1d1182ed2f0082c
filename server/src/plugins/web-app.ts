import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

const BUILT_CLIENT = fileURLToPath(new URL('../../../client/dist', import.meta.url));
/** Part of every build: the addresses that have a page of their own. */
const PAGES = 'pages.json';
const FOREVER = 'public, max-age=31536000, immutable';
/** Icons and the manifest: their names stay when they change. */
const A_DAY = 'public, max-age=86400';
/** A page names the scripts of its build, so it is asked for anew each time; unchanged, it is answered with 304. */
const ASK_AGAIN = 'no-cache';

/** Where the built React app is; undefined when it was not built, as in development, where Vite serves it. */
export function findWebApp(folder = BUILT_CLIENT): string | undefined {
  return existsSync(join(folder, PAGES)) ? folder : undefined;
}

/** The app's files as they were built, compressed ones where a browser takes them. */
export const webApp = fp(async (app: FastifyInstance, { folder }: { folder: string }) => {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of built assets carry a hash of their content.
      if (path.includes('/assets/')) reply.header('cache-control', FOREVER);
      else reply.header('cache-control', /\.(html|json)(\.(br|gz))?$/.test(path) ? ASK_AGAIN : A_DAY);
    },
  });
  const addresses = readAddresses(folder);
  for (const [address, file] of Object.entries(addresses)) {
    app.get(address, (_request, reply) => reply.code(200).sendFile(file));
  }
});

/** Addresses whose page names the scripts that they need first, and the files of these pages. */
function readAddresses(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, PAGES), 'utf8')) as Record<string, string>;
}

/** Every other address of the app is the plain page; its router does the rest. */
export function servePage(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}
