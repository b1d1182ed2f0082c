import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { pooledRandomBytes } from '../random-ids.ts';

const ID_BYTES = 12;

/** Returns a generator of request ids of 16 characters. */
export function createRequestIds(): () => string {
  const draw = pooledRandomBytes(ID_BYTES);
  return () => draw().toString('base64url');
}

/** Adds the request's id and the time to each reply. */
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
