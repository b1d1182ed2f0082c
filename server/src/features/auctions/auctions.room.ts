import type { AuctionState, AuctionsState } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import { listRoomKind } from '../../subjects/list-room.ts';
import { subjectRoomKind } from '../../subjects/subject-room.ts';
import { stateOfRow } from './auctions.subject.ts';

const RECENT_BIDS = 20;

/** Room auction:{id} and its card (A9): joins also receive the last bids. */
export const auctionRoomKind = (
  deps: Pick<Deps, 'db'>,
  realms: RememberedFacts<number>,
): RoomKind<AuctionState> =>
  subjectRoomKind(deps, realms, {
    kind: 'auction',
    from: 'auctions s',
    columns: `s.status, s.current_bid_amount AS "currentBidAmount", s.leader_username AS "leaderUsername",
      s.leader_profile AS "leaderProfile", s.end_date AS "endDate", s.hard_end AS "hardEnd", s.seq`,
    recent: `(SELECT coalesce(jsonb_agg(jsonb_build_object('seq', b.seq, 'price', b.price, 'username', b.username,
        'at', (extract(epoch FROM b.at) * 1000)::bigint) ORDER BY b.seq DESC), '[]')
      FROM bids b WHERE b.auction_id = s.id AND b.seq > s.seq - ${RECENT_BIDS} AND b.seq <= s.seq)`,
    toState: stateOfRow,
  });

/** Room auctions (realm 0) and auctions:{realm}: new, started and ended auctions. */
export const auctionsRoomKind = (deps: Pick<Deps, 'db'>): RoomKind<AuctionsState> =>
  listRoomKind(deps, { kind: 'auctions', table: 'auctions', fields: ['id', 'status'] });
