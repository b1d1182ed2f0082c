import fp from 'fastify-plugin';
import { replyInTime } from '../reply-in-time.ts';

export interface ReplyInTimeOptions {
  withinMs?: number;
}

/**
 * Answers players' commands in time (A11). An upload takes as long as its network and the pictures before it. Register it
 * after `auth`.
 */
export const replyInTimePlugin = fp<ReplyInTimeOptions>(async (app, { withinMs }) => {
  app.addHook('onRoute', (route) => {
    const { handler, config, bodyLimit } = route;
    if (config?.access !== 'player' || route.method === 'GET' || config.form || bodyLimit !== undefined)
      return;
    route.handler = function (request, reply) {
      return replyInTime((async () => handler.call(this, request, reply))(), withinMs);
    };
  });
});
