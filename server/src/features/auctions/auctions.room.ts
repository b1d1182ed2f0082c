import type { AuctionState, AuctionsState, RecentBid } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { RoomKind, RoomViewRule } from '../../rooms/room-kind.ts';
import { listRoomKind } from '../../subjects/list-room.ts';
import { subjectRoomKind } from '../../subjects/subject-room.ts';
import { stateOfRow } from './auctions.subject.ts';
import { maskOrNull, maskUsername } from './mask-username.ts';

const RECENT_BIDS = 20;
const PUBLIC_INTERVAL_MS = 500;

/** The last bids of an auction with this alias, newest first. */
export const recentBids = (alias: string, count = RECENT_BIDS) =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('seq', b.seq, 'price', b.price, 'username', b.username,
      'at', (extract(epoch FROM b.at) * 1000)::bigint) ORDER BY b.seq DESC), '[]')
    FROM bids b WHERE b.auction_id = ${alias}.id AND b.seq > ${alias}.seq - ${count} AND b.seq <= ${alias}.seq)`;

/** A15: what visitors receive of the state and of the last bids: masked names, and no picture. */
const publicView: RoomViewRule = {
  minIntervalMs: PUBLIC_INTERVAL_MS,
  present: (state) => {
    const { profile: _, leader, ...shown } = state as AuctionState;
    return { ...shown, leader: maskOrNull(leader) };
  },
  presentRecent: (recent) =>
    (recent as RecentBid[]).map((bid) => ({ ...bid, username: maskUsername(bid.username) })),
};

/** Room auction:{id}, its card and its view for visitors (A9, A15): joins also receive the last bids. */
export const auctionRoomKind = (
  deps: Pick<Deps, 'db'>,
  realms: RememberedFacts<number>,
): RoomKind<AuctionState> =>
  subjectRoomKind(deps, realms, {
    kind: 'auction',
    from: 'auctions s',
    columns: `s.status, s.current_bid_amount AS "currentBidAmount", s.leader_username AS "leaderUsername",
      s.leader_profile AS "leaderProfile", s.end_date AS "endDate", s.hard_end AS "hardEnd", s.seq`,
    recent: recentBids('s'),
    views: { public: publicView },
    toState: stateOfRow,
  });

/** Room auctions (realm 0) and auctions:{realm}: new, started and ended auctions. */
export const auctionsRoomKind = (deps: Pick<Deps, 'db'>): RoomKind<AuctionsState> =>
  listRoomKind(deps, { kind: 'auctions', table: 'auctions', fields: ['id', 'status'] });
