import type { RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { COMMAND_DEADLINE_MS, replyInTime } from '../deadline.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Declares that a route of users moves coins (A11). Every route of players that writes counts as one. */
    movesCoins?: boolean;
  }
}

export interface ReplyInTimeOptions {
  withinMs?: number;
}

/** Returns whether the route's commands have a deadline (A11). */
export const hasDeadline = ({ method, config }: Pick<RouteOptions, 'method' | 'config'>): boolean =>
  method !== 'GET' && (config?.access === 'player' || config?.movesCoins === true);

/**
 * Gives players' commands their deadline (A11). An upload takes as long as its network and the pictures before it: a
 * handler that reads one and then moves coins calls `replyInTime` itself. Register it after `auth`.
 */
export const replyInTimePlugin = fp<ReplyInTimeOptions>(async (app, { withinMs = COMMAND_DEADLINE_MS }) => {
  app.addHook('onRoute', (route) => {
    const { handler, config, bodyLimit } = route;
    if (!hasDeadline(route) || config?.form || bodyLimit !== undefined) return;
    route.handler = function (request, reply) {
      return replyInTime(() => handler.call(this, request, reply), withinMs - reply.elapsedTime);
    };
  });
});
