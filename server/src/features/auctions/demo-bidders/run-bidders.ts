import { auctionRoom } from '@copup/shared/room-names.ts';
import { demoPlayers } from '../../../demo-accounts.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { placeBid } from '../bid-command.ts';
import type { BiddingDeps } from '../bid-lane.ts';
import { payEntry } from '../pay-entry.ts';
import { type DemoBidder, ensureBidders } from './ensure-bidders.ts';
import { nextMove, type StarterView } from './next-move.ts';

export type BiddersDeps = BiddingDeps &
  Pick<Deps, 'db' | 'newId' | 'randomBytes' | 'rooms' | 'clock' | 'config'>;

/** Open starter auctions of one run. */
const AUCTIONS = 20;

/** Whether this server may run demo bidders: never in production, and never where players may pay with real money. */
export const mayRunBidders = ({ config }: Pick<Deps, 'config'>): boolean =>
  config.seedDemo && !config.isProduction && config.cardPayments === undefined;

/**
 * Lets the demo bidders make their next moves on the starter auctions that clients of this server watch (X11). They use the
 * same commands as players, so every rule of bidding holds for them. Does nothing in a database that is no demo.
 */
export async function runBidders(deps: BiddersDeps): Promise<void> {
  if (!mayRunBidders(deps)) return;
  const watched = (await listStarterIds(deps)).filter((id) => deps.rooms.isHeld(auctionRoom(id)));
  if (watched.length === 0) return;
  const bidders = await ensureBidders(deps);
  const ids = bidders.map(({ id }) => id);
  for (const starter of await listStarters(deps, watched, ids)) {
    const move = nextMove(starter.view, ids, starter.now.getTime());
    const bidder = bidders.find(({ id }) => id === move?.bidderId);
    if (move && bidder) await make(deps, starter.view, bidder, move.kind);
  }
}

async function make(
  deps: BiddersDeps,
  auction: StarterView,
  bidder: DemoBidder,
  kind: 'enter' | 'bid',
): Promise<void> {
  const viewer = { userId: bidder.id, username: bidder.username, realm: 0, profile: null };
  const done =
    kind === 'enter'
      ? payEntry(deps, { id: auction.id, viewer, key: undefined })
      : placeBid(
          deps,
          auction.id,
          { viewer, key: undefined, maxBidPoints: auction.price + auction.bidIncrement },
          deps.clock.wallMs(),
        );
  // Another bidder or another server was faster, or the auction has ended.
  await done.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

async function listStarterIds({ db }: Pick<Deps, 'db'>): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'demo-starters',
    text: `SELECT id FROM auctions WHERE realm = 0 AND status = 'active' AND is_starter
        AND EXISTS (SELECT FROM users WHERE email = $1 AND is_demo)
      ORDER BY end_date, id LIMIT ${AUCTIONS}`,
    values: [demoPlayers[0].email],
  });
  return rows.map(({ id }) => id);
}

interface StarterRow {
  id: number;
  price: number;
  bidIncrement: number;
  seq: number;
  priceKobo: number;
  leaderId: string | null;
  lastBidAt: Date | null;
  startsAt: Date;
  endDate: Date;
  entered: string[];
  lastEntryAt: Date | null;
  hasGuest: boolean;
  now: Date;
}
const KOBO = 100;

async function listStarters(
  { db }: Pick<Deps, 'db'>,
  watched: readonly number[],
  bidders: readonly string[],
): Promise<{ view: StarterView; now: Date }[]> {
  const { rows } = await db.pool.query<StarterRow>({
    name: 'demo-starter-views',
    text: `SELECT a.id, a.current_bid_amount AS price, a.bid_increment AS "bidIncrement", a.seq, a.price_kobo AS "priceKobo",
        a.leader_id AS "leaderId", a.starts_at AS "startsAt", a.end_date AS "endDate", clock_timestamp() AS now,
        (SELECT b.at FROM bids b WHERE b.auction_id = a.id AND b.seq = a.seq) AS "lastBidAt",
        ARRAY(SELECT e.user_id FROM auction_entries e WHERE e.auction_id = a.id AND e.user_id = ANY($2::uuid[])) AS entered,
        (SELECT max(e.joined_at) FROM auction_entries e WHERE e.auction_id = a.id AND e.user_id = ANY($2::uuid[])) AS "lastEntryAt",
        EXISTS (SELECT FROM auction_entries e WHERE e.auction_id = a.id AND e.user_id <> ALL($2::uuid[])) AS "hasGuest"
      FROM auctions a WHERE a.id = ANY($1::int[]) AND a.status = 'active'`,
    values: [watched, bidders],
  });
  return rows.map(({ priceKobo, lastBidAt, startsAt, endDate, lastEntryAt, now, ...row }) => ({
    now,
    view: {
      ...row,
      worth: priceKobo / KOBO,
      lastBidAt: lastBidAt?.getTime() ?? null,
      startsAt: startsAt.getTime(),
      endDate: endDate.getTime(),
      lastEntryAt: lastEntryAt?.getTime() ?? null,
    },
  }));
}
