import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** A rest of this size is read, so that the connection can be used again. */
const SMALL_BYTES = 64 * 1024;
/** How long a client has to read its reply before the connection is reset. */
const LINGER_MS = 1_000;

/** Before the reply to a refused request is sent: a large or endless body is not read to its end. */
export function leaveBodyUnread(reply: FastifyReply): void {
  const { raw, headers } = reply.request;
  if (
    raw.complete ||
    (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BYTES)
  )
    return;
  reply.header('connection', 'close');
  const { socket } = raw;
  // Node.js calls this when the reply is written. It would close at once, and the reset would cost the client its reply.
  socket.destroySoon = () => closeWithoutReading(socket);
}

/** Ends our side, reads nothing more, and resets the connection when the client had time to read what was written. */
export function closeWithoutReading(socket: Socket): void {
  socket.end();
  socket.pause();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
