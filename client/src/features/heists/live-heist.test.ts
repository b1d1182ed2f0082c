import type { Heist, HeistState, HeistStatus } from '@copup/shared/heists.ts';
import { describe, expect, it } from 'vitest';
import {
  byUrgency,
  laterStatus,
  mergeLists,
  minutesLeftText,
  newChanges,
  nextOf,
  phaseOf,
  withState,
} from './live-heist.ts';

const nowMs = Date.parse('2026-11-22T20:00:00Z');
const at = (ms: number) => new Date(nowMs + ms).toISOString();

const heistOf = (facts: Partial<Heist> = {}): Heist => ({
  id: 7,
  name: 'The Balogun Market Blackout',
  prize: 6_500,
  prize_name: 'Game console',
  prize_image: '',
  ticket_price: 120,
  category: 'product',
  status: 'on_hold',
  story: '',
  question: null,
  answer: null,
  answer_commitment: 'ab'.repeat(32),
  winner_rule: 'earliest',
  capacity: 50,
  participant_count: 42,
  remaining_spots: 8,
  minimum_users: 10,
  opens_at: at(-60_000),
  starts_at: at(60_000),
  end_date: at(360_000),
  target_users: 0,
  reward_bid_points: 0,
  joined: true,
  answered: false,
  own_answer: null,
  answered_at: null,
  version: 1,
  server_time: at(0),
  ...facts,
});

describe('H1 statuses', () => {
  it('never go back', () => {
    expect(laterStatus('available', 'on_hold')).toBe('on_hold');
    expect(laterStatus('started', 'available')).toBe('started');
    expect(laterStatus('on_hold', undefined)).toBe('on_hold');
    expect(laterStatus('on_hold', 'cancelled')).toBe('cancelled');
  });

  it('and spots are taken from the room', () => {
    const state: HeistState = {
      status: 'started',
      participants: 50,
      left: 0,
      opensAt: nowMs,
      startsAt: nowMs + 1_000,
      endDate: nowMs + 2_000,
    };
    expect(withState(heistOf(), state)).toMatchObject({
      status: 'started',
      participant_count: 50,
      remaining_spots: 0,
      starts_at: at(1_000),
      end_date: at(2_000),
    });
    expect(withState(heistOf({ status: 'completed' }), state).status).toBe('completed');
  });
});

describe('H3 phases of the start', () => {
  const phase = (facts: Partial<Heist>) => phaseOf(heistOf(facts), nowMs);

  it('are hot for the last ten seconds, then opening, and open from the status, not from the clock of the device', () => {
    expect(phase({ starts_at: at(10_001) })).toBe('waiting');
    expect(phase({ starts_at: at(10_000) })).toBe('hot');
    expect(phase({ starts_at: at(1) })).toBe('hot');
    expect(phase({ starts_at: at(0) })).toBe('opening');
    expect(phase({ status: 'started', starts_at: at(5_000) })).toBe('open');
    expect(phase({ status: 'started', end_date: at(0) })).toBe('closing');
    expect(phase({ status: 'completed' })).toBe('completed');
    expect(phase({ status: 'cancelled', starts_at: at(5_000) })).toBe('cancelled');
  });
});

describe('H5 changes of the room heists', () => {
  const change = (id: number, status: HeistStatus, ms = 0) => ({ id, status, at: nowMs + ms });
  const listed = new Set([7, 8]);

  it('return the newest status of each listed heist', () => {
    const changes = [change(7, 'started', 2), change(7, 'on_hold', 1), change(8, 'on_hold')];
    const { statuses, stale } = newChanges(listed, { changes }, [change(8, 'on_hold')]);
    expect([...statuses]).toEqual([[7, 'started']]);
    expect([...stale]).toEqual([]);
  });

  it('need a read of the lists of an unknown or missed heist, but not for one that is over, moves on or is first', () => {
    const before = [change(7, 'available')];
    const stale = (status: HeistStatus) => [
      ...newChanges(listed, { changes: [change(9, status, 1), ...before] }, before).stale,
    ];
    expect(stale('available')).toEqual(['open']);
    expect(stale('started')).toEqual(['open']);
    expect(stale('waiting')).toEqual(['waiting']);
    expect(stale('completed')).toEqual([]);
    const { stale: movedOn } = newChanges(listed, { changes: [change(7, 'on_hold', 9)] }, [
      change(7, 'waiting'),
    ]);
    expect([...movedOn]).toEqual([]);
    const many = Array.from({ length: 20 }, (_, nth) => change(7 + nth, 'completed'));
    expect(newChanges(listed, { changes: many }, [change(6, 'on_hold')]).stale.size).toBe(2);
    expect(newChanges(listed, { changes: many }, null).stale.size).toBe(0);
  });
});

it('lists a heist once while it moves from one list to another', () => {
  const merged = mergeLists([
    [heistOf({ status: 'available' })],
    undefined,
    [heistOf({ status: 'on_hold' })],
  ]);
  expect(merged.map(({ status }) => status)).toEqual(['on_hold']);
});

it('H6 lists what the user can still answer first, then what starts first, then what only others play', () => {
  const rows = [
    heistOf({ id: 1, status: 'completed' }),
    heistOf({ id: 2, status: 'started', joined: false }),
    heistOf({ id: 3, status: 'available', starts_at: at(9_000) }),
    heistOf({ id: 4, status: 'started', answered: true, end_date: at(1_000) }),
    heistOf({ id: 5, status: 'on_hold', starts_at: at(8_000) }),
    heistOf({ id: 6, status: 'started', end_date: at(9_000) }),
    heistOf({ id: 7, status: 'started', end_date: at(8_000) }),
  ];
  expect(byUrgency(rows).map(({ id }) => id)).toEqual([7, 6, 5, 3, 4, 2, 1]);
});

it('the next heist is on sale, not joined, not full, with the fewest spots left', () => {
  const rows = [
    heistOf({ id: 1, status: 'available', joined: false, remaining_spots: 3 }),
    heistOf({ id: 2, status: 'available', joined: false, remaining_spots: 2 }),
    heistOf({ id: 3, status: 'available', joined: true, remaining_spots: 1 }),
    heistOf({ id: 4, status: 'available', joined: false, remaining_spots: 0 }),
    heistOf({ id: 5, status: 'started', joined: false, remaining_spots: 1 }),
  ];
  expect(nextOf(rows, 7)?.id).toBe(2);
  expect(nextOf(rows, 2)?.id).toBe(1);
  expect(nextOf([], 7)).toBeUndefined();
});

it('H7 names the time that an unlock has left', () => {
  expect(minutesLeftText(27 * 60_000)).toBe('27 minutes left');
  expect(minutesLeftText(26 * 60_000 + 1)).toBe('27 minutes left');
  expect(minutesLeftText(60_000)).toBe('1 minute left');
  expect(minutesLeftText(59_000)).toBe('59 seconds left');
  expect(minutesLeftText(-5)).toBe('0 seconds left');
});
