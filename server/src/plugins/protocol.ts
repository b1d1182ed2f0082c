import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@copup/shared/errors.ts';
import { errorStatus } from '@copup/shared/errors.ts';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import type { ErrorReply } from '@copup/shared/wire.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { pooledRandomBytes } from '../random-ids.ts';
import { closeWithoutReading } from './unread-bodies.ts';

const ID_BYTES = 12;

/** Codes of Node.js for requests that its parser refuses; all others are BAD_REQUEST. */
const ofParser: Record<string, [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The address and the headers are too long.'],
};
const BAD_REQUEST: [ErrorCode, string] = ['BAD_REQUEST', 'The request is not valid HTTP.'];

interface ServerSocket extends Socket {
  /** Internal field of Node.js: the reply that is being written. */
  _httpMessage?: { headersSent: boolean } | null;
}

/** Answers a request that Node.js' parser refused, before there is a route, in the shape of all errors (R1). */
export function answerParserError(error: NodeJS.ErrnoException, socket: ServerSocket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isReplyUnderWay = socket._httpMessage?.headersSent === true;
  if (!socket.writable || isReplyUnderWay) {
    socket.destroy();
    return;
  }
  const [code, message] = ofParser[error.code ?? ''] ?? BAD_REQUEST;
  socket.write(toHttp(code, message));
  closeWithoutReading(socket);
}

function toHttp(code: ErrorCode, message: string): string {
  const status = errorStatus[code];
  const body = JSON.stringify({ code, message } satisfies ErrorReply);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Returns whether Node.js should pass the request to the websocket server. Otherwise any request with an Upgrade
 * header, such as curl's offer of HTTP/2, would be passed to it and wait. RFC 9110 allows a server to ignore an upgrade
 * and answer over HTTP/1.1.
 */
export function isSocketUpgrade(request: IncomingMessage): boolean {
  return isWebSocketRequest(request) && request.url?.startsWith(`${SOCKET_PATH}/`) === true;
}

function isWebSocketRequest({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Returns a generator of request ids of 16 characters. */
export function createRequestIds(): () => string {
  const draw = pooledRandomBytes(ID_BYTES);
  return () => draw().toString('base64url');
}

/**
 * Adds the request's id and the time to each reply, and refuses, in the shape of all errors (R1), requests that Node.js
 * and Fastify would refuse in their own shapes. Register first.
 */
export const protocol = fp(async (app: FastifyInstance, { clock }: Pick<Deps, 'clock'>) => {
  let second = Number.NaN;
  let date = '';
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    const now = Math.floor(clock.wallMs() / 1_000);
    if (now !== second) {
      second = now;
      date = new Date(now * 1_000).toUTCString();
    }
    reply.header('x-request-id', request.id);
    // Node.js would send the process's time.
    reply.header('date', date);
    const { headers } = request;
    if (isClosing) {
      reply.header('connection', 'close');
      done(new Refusal('UNAVAILABLE', 'We’re updating. Please try again.', { retryAfterS: 1 }));
    } else if (headers.host === undefined) {
      done(new Refusal('BAD_REQUEST', 'The request has no Host header.'));
    } else if (headers.upgrade !== undefined && isWebSocketRequest(request.raw)) {
      // The client would not use HTTP on this connection.
      reply.header('connection', 'close');
      done(new Refusal('BAD_REQUEST', `There is no websocket at this URL. Use ${SOCKET_PATH}/.`));
    } else done();
  });
  app.server.on('checkExpectation', (_request, response) => {
    const { socket } = response;
    response.detachSocket(socket as Socket);
    socket?.write(toHttp('EXPECTATION_FAILED', 'Only the expectation 100-continue is supported.'));
    if (socket) closeWithoutReading(socket);
  });
});
