import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** How long a closing server waits for the rest of requests that are being sent. */
const GRACE_MS = 1_000;

interface ServerSocket extends Socket {
  /** Node.js' own: the first reply of this connection that is not finished. */
  _httpMessage?: ServerResponse | null;
}

/**
 * A closing server waits for requests that it has in full. Node.js would also wait for connections on which nothing was
 * sent yet, as browsers and proxies open them ahead of need, and for headers and bodies that are half sent.
 */
export const silentConnections = fp(async (app: FastifyInstance) => {
  const connections = new Set<ServerSocket>();
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: ServerSocket) => {
    connections.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      silent.delete(socket);
    });
  });
  app.server.on('request', ({ socket }: IncomingMessage) => {
    silent.delete(socket);
    if (isClosing) endAfterReplies(socket);
  });
  // From then on it is the rooms' connection.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => {
    connections.delete(socket);
    silent.delete(socket);
  });

  /** Node.js would keep the connection for the client's next request. */
  function endAfterReplies(socket: ServerSocket): void {
    const reply = socket._httpMessage;
    if (!reply) socket.end();
    // By then Node.js has assigned the connection its next reply, if it received several requests.
    else reply.once('close', () => endAfterReplies(socket));
  }

  function endIncomplete(): void {
    // Requests of one connection come one after another, so the first without a reply is incomplete or none is.
    for (const socket of connections) if (!socket._httpMessage?.req.complete) socket.destroy();
  }
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of connections) {
      if (silent.has(socket)) socket.destroy();
      else if (socket._httpMessage) endAfterReplies(socket);
    }
    setTimeout(endIncomplete, GRACE_MS);
  });
});
