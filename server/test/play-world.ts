import type { PlayLimitsBody } from '@copup/shared/play-limits.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { ApiClient, type ApiReply, accepted } from '@copup/testkit/client.ts';
import { contestCalls } from '@copup/testkit/contest-player.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import { closeSubjects } from '../src/subjects/due-subjects.ts';
import { openHeistWorld } from './heist-world.ts';

export type PlayWorld = Awaited<ReturnType<typeof openPlayWorld>>;

/** Starts two servers on one database, and offers every play that costs coins. */
export async function openPlayWorld(options: Parameters<typeof openHeistWorld>[0] = {}) {
  const world = await openHeistWorld(options);
  const other = await world.start();
  const { operator, query } = world;
  const inAnHour = () => world.iso(3_600_000);

  const auction = async (over: object = {}): Promise<number> =>
    accepted(
      await operator.post('/admin/auctions', {
        name: 'Tecno Phantom',
        category: 'product',
        price: 100,
        entry_bid_points: 5,
        bid_increment: 1,
        end_date: inAnHour(),
        ...over,
      }),
    ).id;
  const contest = async (over: object = {}): Promise<number> =>
    accepted(
      await operator.post('/admin/contests', {
        kind: 'tap',
        title: 'A tap contest',
        entry_fee: 10,
        prize: 15,
        minimum_users: 1,
        end_date: inAnHour(),
        ...over,
      }),
    ).id;

  return {
    ...world,
    /** Another server on the same database. */
    other,
    auction,
    contest,
    /** The same session on the other server. */
    onOther: ({ token }: SignedInClient): ApiClient => new ApiClient(other.url, token),
    player: (coins = 1_000): Promise<SignedInClient> => world.server.signIn({ coins }),
    joinHeist: world.player,
    limit: (client: ApiClient, body: PlayLimitsBody) => client.put('/user/limits', body),
    enter: (client: ApiClient, id: number) => client.post(`/auction/pay-entry/${id}`),
    bid: (client: ApiClient, id: number) => client.post(`/auction/bid/${id}`),
    join: (client: ApiClient, id: number) =>
      client.post(contestCalls.tap.join, { [contestCalls.tap.idField]: id }),
    /** Enters a new auction, so that the player can bid on it. */
    async entered(client: ApiClient, over: object = {}): Promise<number> {
      const id = await auction({ entry_bid_points: 0, ...over });
      accepted(await client.post(`/auction/pay-entry/${id}`));
      return id;
    },
    async closeAuction(id: number): Promise<void> {
      await query(
        `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      await closeSubjects(world.server.deps, auctionKind, [id]);
    },
    /** Opens a socket of the player on the first server, in this room. */
    async watch({ token }: SignedInClient, room: string): Promise<RoomClient> {
      const socket = new RoomClient(world.server.url, token);
      await socket.connected();
      await socket.join(room);
      return socket;
    },
    /** Moves the player's days of play to the given day, an SQL expression of `today` and `week`. */
    moveDays: ({ user }: SignedInClient, day: string) =>
      world.database.asOwner(
        `UPDATE play_days SET day = moved.day FROM (
           SELECT (${day}) AS day FROM (SELECT local::date AS today, date_trunc('week', local)::date AS week
             FROM (SELECT now() AT TIME ZONE 'Africa/Lagos' AS local) AS now) AS calendar) AS moved
         WHERE user_id = '${user.id}'`,
      ),
    days: ({ user }: SignedInClient) =>
      query<{ day: string; spent: number; refunded: number; won: number }>(
        'SELECT day::text, spent, refunded, won FROM play_days WHERE user_id = $1 ORDER BY day',
        [user.id],
      ),
    async close() {
      await other.close();
      await world.close();
    },
  };
}

/** Returns the refusal of a reply, without its message. */
export const refusalOf = ({ status, body }: ApiReply) => ({ status, code: body.code, details: body.details });
