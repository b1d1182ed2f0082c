import type { NewHeistBody } from '@copup/shared/heists.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import type { GrownServer } from './grown-server.ts';

const HOUR_MS = 3_600_000;

/** What the measured player has of heists and affiliates. */
export interface HeistIds {
  /** On sale and promoted, with a ticket of the player. */
  openId: string;
  /** A promoted auction. */
  auctionId: string;
  /** Referral code of another user. */
  referralCode: string;
}

/** Creates a promoted heist and a promoted auction, and buys a ticket, so that every list has a row. */
export async function useHeists(server: GrownServer, player: ApiClient): Promise<HeistIds> {
  const { deps, operator } = server;
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const promoted = { target_users: 10, reward_bid_points: 50 };
  const body: NewHeistBody = {
    ...promoted,
    name: 'Growth vault',
    prize: 10,
    prize_name: '10 coins',
    ticket_price: 10,
    category: 'cash',
    question: 'Which river passes Lokoja?',
    answers: ['Niger'],
    capacity: 100_000,
    minimum_users: 1,
    starts_at: at(10),
    end_date: at(11),
  };
  const { id } = await ok<{ id: number }>(operator.post('/admin/heists', body));
  await ok(operator.post('/admin/heists', { ...body, name: 'Growth vault later', opens_at: at(1) }));
  await ok(player.post(`/hurt/heists/pay-entry/${id}`));
  const auction = await ok<{ id: number }>(
    operator.post('/admin/auctions', {
      ...promoted,
      name: 'Growth kettle',
      category: 'product',
      price: 10,
      entry_bid_points: 10,
      end_date: at(10),
    }),
  );
  const { rows } = await deps.db.pool.query<{ code: string }>(
    'SELECT referral_code AS code FROM users WHERE id = $1',
    await server.userIds([1]),
  );
  return { openId: String(id), auctionId: String(auction.id), referralCode: rows[0]?.code ?? '' };
}

async function ok<Body>(reply: ReturnType<ApiClient['get']>): Promise<Body> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(text);
  return body;
}
