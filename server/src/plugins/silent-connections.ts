import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** How long a closing server waits for the rest of requests that are being sent. */
const GRACE_MS = 1_000;

/**
 * A closing server waits for requests that it has in full. Node.js would also wait for connections on which nothing was
 * sent yet, as browsers and proxies open them ahead of need, and for headers and bodies that are half sent.
 */
export const silentConnections = fp(async (app: FastifyInstance) => {
  /** Open HTTP connections, with the requests that are not answered yet. */
  const connections = new Map<Socket, Set<IncomingMessage>>();
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    silent.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      silent.delete(socket);
    });
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silent.delete(request.socket);
    const requests = connections.get(request.socket);
    requests?.add(request);
    response.once('close', () => {
      requests?.delete(request);
      // Node.js would keep it for the client's next request.
      if (isClosing && requests?.size === 0) request.socket.end();
    });
  });
  // From then on it is the rooms' connection.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => {
    connections.delete(socket);
    silent.delete(socket);
  });

  function endIncomplete(): void {
    for (const [socket, requests] of connections)
      if (![...requests].some(({ complete }) => complete)) socket.destroy();
  }
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    setTimeout(endIncomplete, GRACE_MS);
  });
});
