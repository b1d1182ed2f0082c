import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { formatNaira, formatNumber } from '@copup/shared/coins.ts';
import type { Phase } from '../live-auction.ts';
import type { Stance } from './stance.ts';

export type JoinedFilter = 'all' | 'live' | 'won' | 'lost' | 'ended';
export type JoinedGroup = 'needs' | 'well' | 'over';
export type JoinedLook = 'hot' | 'ok' | 'plain';

/** The text of the row of a joined auction: its state first, then the price. */
export interface JoinedState {
  word: string;
  look: JoinedLook;
  group: JoinedGroup;
  filter: Exclude<JoinedFilter, 'all'>;
  /** After the price. */
  note: string;
}

interface Live {
  phase: Phase;
  stance: Stance;
  price: number;
  ownBid: number | null;
}

/** Returns the state of a joined auction for its user. Pure. */
export function joinedStateOf(auction: JoinedAuction, { phase, stance, price, ownBid }: Live): JoinedState {
  const worth = `worth ${formatNaira(auction.price)}`;
  switch (phase) {
    case 'pending':
      return { word: 'Starts soon', look: 'plain', group: 'well', filter: 'live', note: worth };
    case 'closing':
      return { word: 'Closing', look: 'plain', group: 'well', filter: 'live', note: worth };
    case 'live':
      return liveState(stance, ownBid, worth);
    case 'completed':
      if (stance === 'leading' || auction.is_leader)
        return {
          word: 'Won',
          look: 'ok',
          group: auction.in_cart ? 'needs' : 'over',
          filter: 'won',
          note: auction.in_cart ? worth : `${worth} · ordered`,
        };
      return {
        word: 'Lost',
        look: 'plain',
        group: 'over',
        filter: 'lost',
        note: `Went for ${formatNumber(price)}${ownBid === null ? '' : ' · your coins are back'}`,
      };
    case 'unsold':
      return {
        word: 'Ended',
        look: 'plain',
        group: 'over',
        filter: 'ended',
        note: 'Not sold · entry fee back',
      };
    case 'cancelled':
      return { word: 'Cancelled', look: 'plain', group: 'over', filter: 'ended', note: 'Entry fee back' };
  }
}

function liveState(stance: Stance, ownBid: number | null, worth: string): JoinedState {
  if (stance === 'leading')
    return { word: 'Leading', look: 'ok', group: 'well', filter: 'live', note: worth };
  if (stance === 'outbid')
    return {
      word: 'Outbid',
      look: 'hot',
      group: 'needs',
      filter: 'live',
      note: `now · yours was ${formatNumber(ownBid ?? 0)}`,
    };
  return { word: 'No bid yet', look: 'plain', group: 'needs', filter: 'live', note: worth };
}
