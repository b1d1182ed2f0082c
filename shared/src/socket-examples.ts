import type { z } from 'zod';
import type { socketEvents } from './socket-events.ts';

type Declared = typeof socketEvents;
interface ExampleOf<Payload, Ack> {
  payload: Payload extends z.ZodType ? z.input<Payload> : never;
  ack: Ack extends z.ZodType ? z.input<Ack> : null;
}

const noon = Date.UTC(2026, 10, 29, 12);
const later = noon + 1_200;
const endDate = noon + 60_000;
const iso = (atMs: number) => new Date(atMs).toISOString();
const room = 'auction:1004';
const before = {
  status: 'active' as const,
  price: 14,
  leader: 'bola',
  endDate,
  hardEnd: noon + 600_000,
  seq: 14,
};
const after = { ...before, price: 15, leader: 'ada', seq: 15 };
/** The frames of one auction before and after a bid of ada, which all examples are about. */
export const exampleFrames = {
  before: { room, epoch: 1, version: 20, state: before, watchers: 2, serverTime: noon },
  after: { room, epoch: 1, version: 21, state: after, watchers: 2, serverTime: later },
} as const;
const receipt = {
  message: 'Bid placed successfully!',
  id: '7b0d8a52-52f1-4a5e-9c3c-0f1f4f3a8c11',
  auction_id: 1004,
  seq: 15,
  price_before: 14,
  price: 15,
  current_seq: 15,
  currentBidAmount: 15,
  highestBidder: 'ada',
  currentBidder: 'ada',
  endDate: iso(endDate),
  serverTime: iso(later),
  chain_head: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

/** One message of every socket event, as /docs/sockets shows it. A test validates each against its schema. */
export const socketExamples: {
  readonly [Name in keyof Declared]: ExampleOf<Declared[Name]['payload'], Declared[Name]['ack']>;
} = {
  'room:join': {
    payload: { rooms: [room] },
    ack: {
      rooms: [
        { ok: true, ...exampleFrames.before, recent: [{ seq: 14, price: 14, username: 'bola', at: noon }] },
      ],
    },
  },
  'room:leave': { payload: { rooms: [room] }, ack: { ok: true } },
  'room:state': { payload: exampleFrames.after, ack: null },
  '{number}': { payload: [1, 57, 1, 'ada', 1, 1], ack: null },
  'room:seen': { payload: { seen: 4821 }, ack: null },
  tap: {
    payload: { contest: 1007, stream: 571_230_981, batch: 1, count: 12 },
    ack: {
      ok: true,
      contest: 1007,
      batch: 1,
      accepted: 12,
      dropped: 0,
      repeated: false,
      score: 12,
      rank: 3,
    },
  },
  call: {
    payload: {
      call: 'POST /auction/bid/:id',
      params: { id: 1004 },
      body: { maxBidPoints: 15 },
      key: 'ada-15',
    },
    ack: { ok: true, reply: receipt },
  },
  'room:check': {
    payload: { room: 'auction:1004' },
    ack: { epoch: 1, version: 57, hash: 2_866_114_310 },
  },
  'room:removed': {
    payload: {
      rooms: [{ ok: false, room: 'vault:1002', code: 'FORBIDDEN', message: 'You cannot join this room.' }],
    },
    ack: null,
  },
  'session:ended': {
    payload: { code: 'SESSION_ENDED', message: 'Your session has ended. Please sign in.' },
    ack: null,
  },
  'server:leaving': { payload: { afterMs: 850 }, ack: null },
};
