import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import type { Phase } from '../live-auction.ts';
import { joinedStateOf } from './joined-state.ts';
import type { Stance } from './stance.ts';

const stateOf = (phase: Phase, stance: Stance, ownBid: number | null, facts: Partial<JoinedAuction> = {}) => {
  const auction = { price: 385_000, is_leader: false, in_cart: false, ...facts } as JoinedAuction;
  const { word, group, filter, note } = joinedStateOf(auction, { phase, stance, price: 40, ownBid });
  return [word, group, filter, note];
};

describe('A2 the state of a joined auction', () => {
  it('live: what needs the user, and what goes well', () => {
    expect(stateOf('live', 'outbid', 35)).toEqual(['Outbid', 'needs', 'live', 'now · yours was 35']);
    expect(stateOf('live', 'leading', 40)).toEqual(['Leading', 'well', 'live', 'worth ₦385,000']);
    expect(stateOf('live', 'entered', null)).toEqual(['No bid yet', 'needs', 'live', 'worth ₦385,000']);
    expect(stateOf('pending', 'entered', null)[0]).toBe('Starts soon');
    expect(stateOf('closing', 'leading', 40).slice(0, 2)).toEqual(['Closing', 'well']);
  });

  it('over: won until it is checked out, lost, not sold, cancelled', () => {
    const won = { is_leader: true, in_cart: true };
    expect(stateOf('completed', 'leading', 40, won)).toEqual(['Won', 'needs', 'won', 'worth ₦385,000']);
    expect(stateOf('completed', 'leading', 40, { ...won, in_cart: false })).toEqual([
      'Won',
      'over',
      'won',
      'worth ₦385,000 · ordered',
    ]);
    expect(stateOf('completed', 'outbid', 35)).toEqual([
      'Lost',
      'over',
      'lost',
      'Went for 40 · your coins are back',
    ]);
    expect(stateOf('completed', 'entered', null)[3]).toBe('Went for 40');
    expect(stateOf('unsold', 'entered', null)).toEqual([
      'Ended',
      'over',
      'ended',
      'Not sold · entry fee back',
    ]);
    expect(stateOf('cancelled', 'outbid', 5)[0]).toBe('Cancelled');
  });
});
