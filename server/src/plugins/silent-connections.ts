import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Browsers and proxies open lines ahead of need. One on which nothing was asked yet counts as busy for Node.js, and would
 * keep a closing server open until the line times out.
 */
export const silentConnections = fp(async (app: FastifyInstance) => {
  const silent = new Set<Socket>();
  const speaks = ({ socket }: { socket: Socket }) => silent.delete(socket);
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', speaks);
  app.server.on('upgrade', speaks);
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
  });
});
