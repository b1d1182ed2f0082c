import type { RoomTrace, RoomTraceEvent, RoomTraceServer } from '@copup/shared/room-trace.ts';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './event-words.ts';
import { binsOf, viewAfter } from './trace-view.ts';

const server = (id: string, members: number): RoomTraceServer => ({
  id,
  state: 'answered',
  seenAt: 1_000,
  from: 0,
  isCut: false,
  members,
  cards: 0,
});
const events: RoomTraceEvent[] = [
  { at: 0, server: 0, event: 'join', user: 'p1' },
  { at: 100, server: 1, event: 'reconnect', user: 'p2' },
  {
    at: 200,
    server: 0,
    event: 'command',
    user: 'p1',
    command: 'bid',
    result: 'accepted',
    price: 7,
    seq: 1,
    ms: 9,
  },
  { at: 210, server: 0, event: 'frame', version: 2, bytes: 300, recipients: 3, ms: 40 },
  { at: 400, server: 0, event: 'frame', version: 3, bytes: 300, recipients: 3, ms: 12 },
  { at: 500, server: 1, event: 'command', user: 'p2', command: 'bid', result: 'PRICE_MOVED', ms: 31 },
  { at: 900, server: 0, event: 'close', user: 'p1' },
];
const trace: RoomTrace = {
  format: 'copup-room-trace-1',
  room: 'auction:1',
  kind: 'auction',
  from: 0,
  to: 1_000,
  minutes: 15,
  isWhole: true,
  servers: [server('a', 2), server('b', 0)],
  users: 2,
  count: events.length,
  events,
};

describe('O2 the room at a moment of its trace', () => {
  it('adds up each server until the moment, from the sockets of before the first event', () => {
    expect(viewAfter(trace, 0)).toMatchObject({ sockets: 2, accepted: 0, price: undefined });
    const view = viewAfter(trace, 5);
    expect(view).toMatchObject({ sockets: 4, accepted: 1, refused: 0, price: 7, worstReply: 9 });
    expect(view.servers).toMatchObject([
      { sockets: 3, joins: 1, reconnects: 0, frames: 2, lastLag: 12, worstLag: 40, lastReply: 9 },
      { sockets: 1, joins: 0, reconnects: 1, frames: 0, lastLag: undefined },
    ]);
    expect(viewAfter(trace, events.length)).toMatchObject({ sockets: 3, refused: 1, worstReply: 31 });
  });

  it('divides the whole into bars', () => {
    expect(binsOf(trace, 4)).toEqual([
      { sockets: 4, commands: 1, refused: 0, reconnects: 1, worstLag: 40 },
      { sockets: 4, commands: 0, refused: 0, reconnects: 0, worstLag: 12 },
      { sockets: 4, commands: 1, refused: 1, reconnects: 0, worstLag: 0 },
      { sockets: 3, commands: 0, refused: 0, reconnects: 0, worstLag: 0 },
    ]);
  });

  it('divides a part into bars, with the sockets of before', () => {
    expect(binsOf(trace, 2, { from: 150, to: 450 })).toEqual([
      { sockets: 4, commands: 1, refused: 0, reconnects: 0, worstLag: 40 },
      { sockets: 4, commands: 0, refused: 0, reconnects: 0, worstLag: 12 },
    ]);
  });

  it('describes each event in words', () => {
    expect(events.map((event) => wordsOf(event).text)).toEqual([
      'p1 joined',
      'p2 reconnected',
      'p1 bid 7 coins',
      'Frame to 3 sockets, 300 bytes',
      'Frame to 3 sockets, 300 bytes',
      'p2: bid refused, PRICE_MOVED',
      'p1’s connection ended',
    ]);
  });
});
