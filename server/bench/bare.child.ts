import type { AddressInfo } from 'node:net';
import { serveCalls } from '@copup/testkit/child.ts';
import fastifyJwt from '@fastify/jwt';
import Fastify from 'fastify';
import { openDatabase } from '../src/db/database.ts';
import { getProfile } from '../src/features/profile/profile.routes.ts';
import { JWT_SECRET, POOL_SIZE } from './bench-database.ts';
import { readUsage } from './usage.ts';

/**
 * The framework alone: Fastify and @fastify/jwt as documented. Each request needs a valid token, replies are serialized
 * by a JSON schema, and a poll is one indexed read.
 */
const db = openDatabase({ url: process.env.BENCH_DATABASE_URL ?? '', poolSize: POOL_SIZE });
const app = Fastify();
await app.register(fastifyJwt, {
  secret: JWT_SECRET,
  sign: { algorithm: 'HS256', expiresIn: '24h' },
  verify: { algorithms: ['HS256'] },
});
app.addHook('onRequest', async (request) => {
  await request.jwtVerify();
});

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const reply = (properties: object) => ({ schema: { response: { 200: { type: 'object', properties } } } });

app.post('/nothing', reply({ message: text }), async () => ({ message: 'Nothing was changed.' }));
// The same statement as in the product, so that the ratio compares everything but the query.
app.get(
  '/profile',
  reply({
    ...{
      id: text,
      bid_points: integer,
      available_points: integer,
      bonus_points: integer,
      held_points: integer,
    },
    ...{ task_coin: integer, wallet_address: text, full_name: text, username: text, email: optionalText },
    ...{
      email_pending: optionalText,
      username_changes_from: optionalText,
      joined_at: text,
      profile: optionalText,
    },
    ...{ referral_code: text, role: integer, unread: integer, version: integer },
  }),
  async ({ user }) => getProfile(db, (user as { sub: string }).sub, 30),
);

type OfAuction = { Params: { id: string } };
async function read<Row extends object>(name: string, columns: string, id: string): Promise<Row | undefined> {
  const statement = { name, text: `SELECT ${columns} FROM auctions WHERE id = $1`, values: [Number(id)] };
  return (await db.pool.query<Row>(statement)).rows[0];
}
app.get<OfAuction>(
  '/api/auction/remaining-time/:id',
  reply({ remainingTime: integer, serverTime: text }),
  async ({ params }) => {
    const row = await read<{ endDate: Date }>('end', 'end_date AS "endDate"', params.id);
    const now = new Date();
    return { remainingTime: (row?.endDate.getTime() ?? 0) - now.getTime(), serverTime: now.toISOString() };
  },
);
app.get<OfAuction>(
  '/api/auction/highest-bidder/:id',
  reply({ highestBidder: optionalText }),
  async ({ params }) => read('leader', 'leader_username AS "highestBidder"', params.id),
);
app.get<OfAuction>(
  '/api/auction/:id/highest-bid-points',
  reply({ highestBidPoints: integer }),
  async ({ params }) => read('price', 'current_bid_amount AS "highestBidPoints"', params.id),
);

await app.listen({ port: 0, host: '127.0.0.1' });
const calls = {
  port: () => (app.server.address() as AddressInfo).port,
  createTokens: (userIds: readonly string[]) => userIds.map((sub) => app.jwt.sign({ sub, sid: sub })),
  readUsage,
};
export type BareCalls = typeof calls;

serveCalls(calls);
