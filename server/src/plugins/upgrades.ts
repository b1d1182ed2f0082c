import type { IncomingMessage } from 'node:http';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors.ts';

/**
 * Whether Node.js hands the request to the websocket server. Without this, any request with an Upgrade header, such as
 * curl's offer of HTTP/2, would get there and wait. RFC 9110 lets a server ignore an upgrade and answer over HTTP/1.1.
 */
export function isSocketUpgrade(request: IncomingMessage): boolean {
  return asksForWebSocket(request) && request.url?.startsWith(`${SOCKET_PATH}/`) === true;
}

/** A websocket at any other address is refused, and the connection closed: the client would not speak HTTP on it. */
export const upgrades = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!asksForWebSocket(raw)) return done();
    reply.header('connection', 'close');
    done(new Refusal('BAD_REQUEST', `There is no websocket at this address. It is at ${SOCKET_PATH}/.`));
  });
});

function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}
