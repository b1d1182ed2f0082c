import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** How long a closing server waits for the rest of half-sent requests. */
const GRACE_MS = 1_000;

interface ServerSocket extends Socket {
  /** Internal field of Node.js: the first unfinished reply of this connection. */
  _httpMessage?: ServerResponse | null;
}

/**
 * Makes a closing server wait for complete requests only. Node.js would also wait for connections without a request,
 * which browsers and proxies open ahead of need, and for half-sent headers and bodies.
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
  // After the upgrade the rooms own the connection.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => {
    connections.delete(socket);
    silent.delete(socket);
  });

  /** Closes the connection after its replies. Node.js would keep it for the client's next request. */
  function endAfterReplies(socket: ServerSocket): void {
    const reply = socket._httpMessage;
    if (!reply) socket.end();
    // By then Node.js has assigned the next reply to the connection, if it received several requests.
    else reply.once('close', () => endAfterReplies(socket));
  }

  function endIncomplete(): void {
    // Requests on one connection are processed one after another, so only the first without a reply can be incomplete.
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
