import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps.ts';
import { jwtOptions } from '../sessions/tokens.ts';

/** Registers @fastify/jwt, which signs and verifies the tokens of calls and sockets (S3). */
export const tokens = fp(async (app: FastifyInstance, deps: Pick<Deps, 'config' | 'tokens'>) => {
  await app.register(fastifyJwt, jwtOptions(deps.config.jwtSecret));
  deps.tokens.attach(app.jwt);
});
