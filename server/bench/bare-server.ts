import fastifyJwt from '@fastify/jwt';
import Fastify, { type FastifyInstance } from 'fastify';
import { JWT_SECRET } from './secrets.ts';

/**
 * Creates a minimal server as documented by Fastify and @fastify/jwt: each request needs a valid token. Uses no code of
 * the product.
 */
export async function createBareServer(): Promise<FastifyInstance> {
  const app = Fastify();
  await app.register(fastifyJwt, {
    secret: JWT_SECRET,
    sign: { algorithm: 'HS256', expiresIn: '24h' },
    verify: { algorithms: ['HS256'] },
  });
  app.addHook('onRequest', async (request) => {
    await request.jwtVerify();
  });
  return app;
}
