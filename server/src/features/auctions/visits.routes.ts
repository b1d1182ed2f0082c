import type { Landing, VisitedAuction } from '@copup/shared/auctions.ts';
import { visitsCalls } from '@copup/shared/calls/auctions.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import { auctionPublicRoom, auctionRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import { VISIT_PREFIX } from '../../rooms/visitor.ts';
import { routes } from '../../routes.ts';
import { SharedReads } from '../../shared-reads.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { toAuction } from './auctions.wire.ts';
import { maskOrNull, maskUsername } from './mask-username.ts';
import { publishBids } from './published-bids.ts';
import {
  findNextStart,
  findVisited,
  type LandingRow,
  listForLanding,
  listLastWins,
  type VisitedRow,
} from './visits.queries.ts';

/** Long enough to open the page on a slow network; a visitor who stays receives another one. */
const TOKEN_MS = 15 * 60_000;
const VISIT_SHARED_MS = 1_000;
const LANDING_SHARED_MS = 5_000;

type VisitsDeps = Pick<Deps, 'db' | 'clock' | 'rooms' | 'tokens' | 'config'>;

/** A15: what visitors may read. Nothing depends on the caller, so that all calls of a moment share one read. */
export const visitsRoutes = (deps: VisitsDeps) => {
  const { db, clock } = deps;
  const nowMs = () => clock.monotonicMs();
  const visited = new SharedReads<VisitedRow | undefined>(VISIT_SHARED_MS, nowMs);
  const landing = new SharedReads<Landing>(LANDING_SHARED_MS, nowMs);
  const getVisited = async (id: number): Promise<VisitedRow> => {
    const row = await visited.get(String(id), () => findVisited(db, id));
    if (!row) throw auctionNotFound();
    return row;
  };

  return routes(visitsCalls, {
    'GET /landing': () => landing.get('', () => readLanding(deps)),

    'GET /watch/:id': async ({ params }) => toVisited(deps, await getVisited(params.id)),

    'GET /watch/:id/bids': async ({ params, query }) => {
      const found = await publishBids(db, await getVisited(params.id), query.after, query.limit);
      const { bids, purchase } = found;
      return {
        ...found,
        bids: bids.map((bid) => ({ ...bid, username: maskUsername(bid.username) })),
        purchase: purchase && { ...purchase, username: maskUsername(purchase.username) },
      };
    },
  });
};

function toVisited({ clock, tokens }: VisitsDeps, row: VisitedRow): VisitedAuction {
  const expiresAtMs = clock.wallMs() + TOKEN_MS;
  return {
    ...toAuction({ ...row, leaderUsername: maskOrNull(row.leaderUsername) }),
    recent: maskBids(row.recent),
    room_token: VISIT_PREFIX + tokens.signVisit({ room: auctionPublicRoom(row.id), expiresAtMs }),
  };
}

async function readLanding(deps: VisitsDeps): Promise<Landing> {
  const { db, rooms, clock, config } = deps;
  const [live, next, wins] = await Promise.all([listForLanding(db), findNextStart(db), listLastWins(db)]);
  const [first, ...others] = live;
  return {
    server_time: (first?.now ?? new Date(clock.wallMs())).toISOString(),
    live: first
      ? { ...toShown(first), bids: maskBids(first.recent), watchers: rooms.watchersOf(auctionRoom(first.id)) }
      : null,
    others: others.map(toShown),
    count: first?.count ?? 0,
    has_starters: (first?.starters ?? 0) > 0,
    next: next ? { name: next.name, starts_at: next.startsAt.toISOString() } : null,
    support_email: config.supportEmail,
    wins: wins.map(({ username, ...win }) => ({ ...win, username: maskUsername(username) })),
  };
}

const toShown = (row: LandingRow) => ({
  id: row.id,
  name: row.name,
  image: imageUrl(row.image),
  category: row.category,
  price: row.priceKobo / KOBO_PER_NAIRA,
  current_bid_amount: row.price,
  starts_at: row.startsAt.toISOString(),
  end_date: row.endDate.toISOString(),
});

const maskBids = <Bid extends { username: string }>(bids: readonly Bid[]): Bid[] =>
  bids.map((bid) => ({ ...bid, username: maskUsername(bid.username) }));
