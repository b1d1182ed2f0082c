import type { RoomTraceEvent, RoomTraceHeader } from '@copup/shared/room-trace.ts';
import type { RecordedTrace } from './read-trace.ts';

const FROM = 1_800_000_000_000;

/** A trace of two servers: times are milliseconds after the start. */
export function traceOf(
  events: readonly RoomTraceEvent[],
  {
    members = [0, 0],
    cards = [0, 0],
    ...header
  }: Partial<RoomTraceHeader> & {
    members?: number[];
    cards?: number[];
  } = {},
): RecordedTrace {
  return {
    format: 'copup-room-trace-1',
    room: 'auction:1001',
    kind: 'auction',
    from: FROM,
    to: FROM + Math.max(1_000, ...events.map(({ at }) => at)),
    minutes: 15,
    isWhole: true,
    servers: ['a', 'b'].map((id, nth) => ({
      id,
      state: 'answered',
      seenAt: FROM,
      from: FROM,
      isCut: false,
      members: members[nth] ?? 0,
      cards: cards[nth] ?? 0,
    })),
    users: new Set(events.flatMap(({ user }) => user ?? [])).size,
    count: events.length,
    ...header,
    events: events.map((event) => ({ ...event, at: FROM + event.at })),
  };
}

export const textOf = ({ events, ...header }: RecordedTrace): string =>
  `${[header, ...events].map((line) => JSON.stringify(line)).join('\n')}\n`;

const bid = (at: number, user: string, price: number | undefined): RoomTraceEvent => ({
  at,
  server: at % 2,
  event: 'command',
  user,
  command: 'bid',
  result: price === undefined ? 'ALREADY_LEADING' : 'accepted',
  ms: 10,
  ...(price !== undefined && { price, seq: price / 5 }),
});

/** Three watchers from before, of whom p2 leaves; four joins, one of them a reconnect; five bids in steps of 5. */
export const smallTrace = traceOf(
  [
    { at: 0, server: 0, event: 'join', user: 'p1' },
    { at: 100, server: 0, event: 'leave', user: 'p2' },
    bid(200, 'p1', 5),
    { at: 210, server: 0, event: 'frame', version: 2, bytes: 300, recipients: 3, ms: 40 },
    { at: 300, server: 1, event: 'join', user: 'p3', card: true },
    bid(400, 'p4', 10),
    { at: 450, server: 1, event: 'delivered', ms: 12 },
    bid(500, 'p4', undefined),
    { at: 600, server: 1, event: 'close', user: 'p1' },
    { at: 700, server: 1, event: 'reconnect', user: 'p1' },
    { at: 750, server: 1, event: 'command', user: 'p3', command: 'maximum', result: 'accepted', ms: 3 },
    bid(900, 'p1', 15),
    { at: 950, server: 0, event: 'join', user: 'p2' },
    bid(1_500, 'p4', 20),
  ],
  { members: [2, 1] },
);
