import type { AddressInfo } from 'node:net';
import { openDatabase } from '../../src/db/database.ts';
import { getProfile } from '../../src/features/profile/profile.routes.ts';
import { createBareServer } from '../bare-server.ts';
import { POOL_SIZE } from '../bench-database.ts';
import { serveOrders } from './messages.ts';

/** The framework alone: Fastify and @fastify/jwt as documented, replies serialized by a JSON schema. */
const db = openDatabase({ url: process.env.BENCH_DATABASE_URL ?? '', poolSize: POOL_SIZE });
const app = await createBareServer();

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const integer = { type: 'integer' };
app.post(
  '/nothing',
  { schema: { response: { 200: { type: 'object', properties: { message: text } } } } },
  async () => ({ message: 'Nothing was changed.' }),
);
const profile = {
  type: 'object',
  properties: {
    id: text,
    bid_points: integer,
    available_points: integer,
    bonus_points: integer,
    held_points: integer,
    task_coin: integer,
    wallet_address: text,
    full_name: text,
    username: text,
    email: optionalText,
    email_pending: optionalText,
    username_changes_from: optionalText,
    joined_at: text,
    profile: optionalText,
    referral_code: text,
    role: integer,
    unread: integer,
    version: integer,
  },
};
// The same statement as in the product, so that the ratio compares everything but the query.
app.get('/profile', { schema: { response: { 200: profile } } }, async ({ user }) =>
  getProfile(db, (user as { sub: string }).sub, 30),
);

await app.listen({ port: 0, host: '127.0.0.1' });
serveOrders((app.server.address() as AddressInfo).port, async (userIds) =>
  userIds.map((sub) => app.jwt.sign({ sub, sid: sub })),
);
