import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createBareServer } from '../bare-server.ts';
import { POOL_SIZE } from '../bench-database.ts';
import { serveReports } from './serve-reports.ts';

/**
 * The lowest possible cost of polling: Fastify and @fastify/jwt as documented, and one indexed read for each call. Uses
 * no code of the product and makes no bids: another server does.
 */
const auctionId = Number(process.env.BENCH_AUCTION_ID);
const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: POOL_SIZE });
const app = await createBareServer();

const reply = (properties: object) => ({ schema: { response: { 200: { type: 'object', properties } } } });
type OfAuction = { Params: { id: string } };

async function read<Row extends object>(name: string, columns: string, id: string): Promise<Row | undefined> {
  const text = `SELECT ${columns} FROM auctions WHERE id = $1`;
  return (await pool.query<Row>({ name, text, values: [Number(id)] })).rows[0];
}

app.get<OfAuction>(
  '/api/auction/remaining-time/:id',
  reply({ remainingTime: { type: 'integer' }, serverTime: { type: 'string' } }),
  async ({ params }) => {
    const row = await read<{ endDate: Date }>('end', 'end_date AS "endDate"', params.id);
    const now = new Date();
    return { remainingTime: (row?.endDate.getTime() ?? 0) - now.getTime(), serverTime: now.toISOString() };
  },
);
app.get<OfAuction>(
  '/api/auction/highest-bidder/:id',
  reply({ highestBidder: { type: ['string', 'null'] } }),
  async ({ params }) => read('leader', 'leader_username AS "highestBidder"', params.id),
);
app.get<OfAuction>(
  '/api/auction/:id/highest-bid-points',
  reply({ highestBidPoints: { type: 'integer' } }),
  async ({ params }) => read('price', 'current_bid_amount AS "highestBidPoints"', params.id),
);

const url = await app.listen({ port: 0, host: '127.0.0.1' });
const tokens = Array.from({ length: Number(process.env.BENCH_WATCHERS) }, () =>
  app.jwt.sign({ sub: uuidv7(), sid: uuidv7() }),
);
serveReports({
  ready: { kind: 'ready', url, auctionId, tokens },
  setBids: () => {
    throw new Error('no bids are made here');
  },
  close: async () => {
    await app.close();
    await pool.end();
  },
});
