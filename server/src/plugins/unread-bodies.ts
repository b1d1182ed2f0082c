import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** A remainder up to this size is read, so that the connection can be reused. */
const SMALL_BYTES = 64 * 1024;
/** How long a client has to read its reply before the connection is reset. */
const LINGER_MS = 1_000;

/** Prepares the reply to a refused request: a large or endless body is not read to its end. */
export function leaveBodyUnread(reply: FastifyReply): void {
  const { raw, headers } = reply.request;
  if (
    raw.complete ||
    (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BYTES)
  )
    return;
  reply.header('connection', 'close');
  const { socket } = raw;
  // Node.js calls this when the reply is written. It would close at once, and the reset could discard the reply.
  socket.destroySoon = () => closeWithoutReading(socket);
}

/**
 * Ends the server's side, reads nothing more, and resets the connection after the client had time to read the reply.
 */
export function closeWithoutReading(socket: Socket): void {
  socket.end();
  socket.pause();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
