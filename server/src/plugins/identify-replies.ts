import { randomFillSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps.ts';

const ID_BYTES = 12;
const IDS_AT_ONCE = 256;

/** Ids of requests, of 16 characters. Random bytes are drawn for many ids at once. */
export function createRequestIds(): () => string {
  const bytes = Buffer.alloc(ID_BYTES * IDS_AT_ONCE);
  let at = bytes.length;
  return () => {
    if (at === bytes.length) {
      randomFillSync(bytes);
      at = 0;
    }
    const id = bytes.toString('base64url', at, at + ID_BYTES);
    at += ID_BYTES;
    return id;
  };
}

/** Adds to each reply its request's id and the time. */
export const identifyReplies = fp(async (app: FastifyInstance, { clock }: Pick<Deps, 'clock'>) => {
  let second = Number.NaN;
  let date = '';
  app.addHook('onRequest', (request, reply, done) => {
    const now = Math.floor(clock.wallMs() / 1_000);
    if (now !== second) {
      second = now;
      date = new Date(now * 1_000).toUTCString();
    }
    reply.header('x-request-id', request.id);
    // Node.js would send the process's time.
    reply.header('date', date);
    done();
  });
});
