import type { IncomingMessage } from 'node:http';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors.ts';

/**
 * Returns whether Node.js should pass the request to the websocket server. Otherwise any request with an Upgrade
 * header, such as curl's offer of HTTP/2, would be passed to it and wait. RFC 9110 allows a server to ignore an upgrade
 * and answer over HTTP/1.1.
 */
export function isSocketUpgrade(request: IncomingMessage): boolean {
  return isWebSocketRequest(request) && request.url?.startsWith(`${SOCKET_PATH}/`) === true;
}

/** Refuses a websocket at any other URL and closes the connection: the client would not use HTTP on it. */
export const upgrades = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!isWebSocketRequest(raw)) return done();
    reply.header('connection', 'close');
    done(new Refusal('BAD_REQUEST', `There is no websocket at this URL. Use ${SOCKET_PATH}/.`));
  });
});

function isWebSocketRequest({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}
