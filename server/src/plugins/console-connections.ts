import fp from 'fastify-plugin';
import { withConsoleConnections } from '../db/database.ts';

/** Gives reads of operators database connections of their own. Register it after `auth`. */
export const consoleConnections = fp(async (app) => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.routeOptions.config.access === 'operator') withConsoleConnections(done);
    else done();
  });
});
