import { createHmac } from 'node:crypto';
import type { RoomTraceEvent } from '@copup/shared/room-trace.ts';
import { z } from 'zod';
import { labelsOf, type RoomTraces } from '../../rooms/room-traces.ts';
import { CARD, traced } from '../../rooms/trace-ring.ts';

const TAG_LENGTH = 20;

/** One server's part of a trace. Validated when it comes from Redis. */
export const TracePart = z.object({
  server: z.string().max(64),
  /** Epoch milliseconds of the database's clock, as this server measures it. */
  from: z.number(),
  to: z.number(),
  isCut: z.boolean(),
  /** Sockets in the room and in its slower view at the end. */
  members: z.int().min(0),
  cards: z.int().min(0),
  minutes: z.number(),
  /** A hash of each user, with the salt of the question: ids of users do not leave their server. */
  users: z.array(z.string().max(TAG_LENGTH)),
  labels: z.array(z.string().max(64)),
  /** Time, kind, four numbers, and the index of the user or -1. */
  events: z.array(z.tuple([z.number(), z.int(), z.number(), z.number(), z.number(), z.number(), z.int()])),
});
export type TracePart = z.infer<typeof TracePart>;

export interface PartOptions {
  server: string;
  room: string;
  /** Chosen anew for each trace. */
  salt: string;
  /** At most this many events. */
  most: number;
  /** Of the room on this server now. */
  members: number;
  cards: number;
  /** To be added to monotonic times. */
  offsetMs: number;
  nowMs: number;
}

/** Reads this server's events of a room. */
export function readPart(traces: RoomTraces, options: PartOptions): TracePart {
  const { server, room, salt, most, members, cards, offsetMs, nowMs } = options;
  const { events, labels, fromMs, isCut } = traces.read(room, most);
  const users = new Map<string, number>();
  const rows = events.map(({ atMs, kind, a, b, c, d, user }): TracePart['events'][number] => {
    if (user !== undefined && !users.has(user)) users.set(user, users.size);
    return [Math.round(atMs + offsetMs), kind, a, b, c, d, users.get(user ?? '') ?? -1];
  });
  return {
    server,
    from: Math.round(fromMs + offsetMs),
    to: Math.round(nowMs + offsetMs),
    isCut,
    members,
    cards,
    minutes: traces.minutes,
    users: [...users.keys()].map((id) =>
      createHmac('sha256', salt).update(id).digest('base64url').slice(0, TAG_LENGTH),
    ),
    labels: [...labels],
    events: rows,
  };
}

const names = Object.keys(traced) as (keyof typeof traced)[];
const whole = (value: number) => Math.round(value);
const tenths = (ms: number) => Math.round(ms * 10) / 10;

/** Writes one event of a part in words. `pseudonymOf` returns the pseudonym of a user's hash. */
export function toEvent(
  part: TracePart,
  [at, kind, a, b, c, d, user]: TracePart['events'][number],
  server: number,
  pseudonymOf: (tag: string | undefined) => string,
): RoomTraceEvent {
  const isCard = kind >= CARD;
  const name = names[isCard ? kind - CARD : kind] ?? 'frame';
  const event: RoomTraceEvent = { at, server, event: name };
  if (user >= 0) event.user = pseudonymOf(part.users[user]);
  if (isCard) event.card = true;
  if (name === 'frame') {
    event.version = whole(a);
    event.bytes = whole(b);
    event.recipients = whole(c);
    if (d >= 0) event.ms = tenths(d);
  } else if (name === 'delivered') {
    event.ms = tenths(a);
  } else if (name === 'command') {
    Object.assign(event, labelsOf(part.labels, a), { ms: tenths(b) });
    if (c >= 0) event.price = whole(c);
    if (d >= 0) event.seq = whole(d);
  }
  return event;
}
