import { z } from 'zod';
import { RoomName } from './rooms.ts';
import { IsoTime } from './wire.ts';

/**
 * The recorded last minutes of a room (O2): what an operator replays and what `npm run load -- replay` reads. Times are
 * epoch milliseconds of the database's clock. Users are pseudonyms, `p1` for the user of the first event: the numbers
 * mean the same user within one trace only. There are no names, e-mail addresses, tokens or network addresses.
 */
export const TRACE_FORMAT = 'copup-room-trace-1';

const roomTraceEvents = ['join', 'reconnect', 'leave', 'close', 'frame', 'delivered', 'command'] as const;

export const RoomTraceEvent = z.object({
  at: z.int(),
  /** Index in `servers`. */
  server: z.int().min(0),
  /**
   * `reconnect`: a join of a page that had a connection before. `close`: the connection ended while it was in the room.
   * `delivered`: a client acknowledged a sampled frame.
   */
  event: z.enum(roomTraceEvents),
  user: z.string().max(12).optional(),
  /** Whether it concerns the slower view of list cards. */
  card: z.literal(true).optional(),
  /** Of a frame: its version, its size, and the sockets it was written to. */
  version: z.int().optional(),
  bytes: z.int().optional(),
  recipients: z.int().optional(),
  /**
   * Of a frame: from the commit to the write. Of a delivery: from the write to the acknowledgement. Of a command: from
   * the request to its decision.
   */
  ms: z.number().optional(),
  /** Of a command: what it was, its outcome, and the price and number of the bid. */
  command: z.string().max(32).optional(),
  /** `accepted` or the code of the refusal. */
  result: z.string().max(64).optional(),
  price: z.int().optional(),
  seq: z.int().optional(),
});
export type RoomTraceEvent = z.infer<typeof RoomTraceEvent>;

export const RoomTraceServer = z.object({
  id: z.string().max(64),
  /** `silent`: it runs, but did not answer in time. `gone`: it stopped, and its part is lost. */
  state: z.enum(['answered', 'silent', 'gone']),
  /** When it last showed that it runs. */
  seenAt: z.int(),
  /** Its events since this moment are complete. */
  from: z.int(),
  /** Whether earlier events were dropped, because there were too many. */
  isCut: z.boolean(),
  /** Sockets in the room, and in its slower view, when the trace begins. */
  members: z.int(),
  cards: z.int(),
});
export type RoomTraceServer = z.infer<typeof RoomTraceServer>;

/** The first line of a file. */
export const RoomTraceHeader = z.object({
  format: z.literal(TRACE_FORMAT),
  room: RoomName,
  kind: z.string().max(32),
  from: z.int(),
  to: z.int(),
  /** How long rooms are recorded, in minutes; 0: recording is off. */
  minutes: z.number(),
  /** False while Redis is unreachable: there are only the events of one server. */
  isWhole: z.boolean(),
  servers: z.array(RoomTraceServer).min(1).max(256),
  /** Number of pseudonyms. */
  users: z.int(),
  /** Number of events. */
  count: z.int(),
});
export type RoomTraceHeader = z.infer<typeof RoomTraceHeader>;

/** Reply of GET /api/admin/rooms/{room}/trace, oldest event first. */
export const RoomTrace = RoomTraceHeader.extend({
  /** Name of the room's subject, if its kind has names. */
  name: z.string().optional(),
  events: z.array(RoomTraceEvent),
});
export type RoomTrace = z.infer<typeof RoomTrace>;

/** A room without its view. Rooms of users and of the console's figures are not recorded. */
export const RoomTraceParams = z.object({
  room: RoomName.refine((room) => !room.includes('@'), 'Name the room without “@card”.'),
});

/** A state of a room that was not the one it should be (O6). */
export const RoomDrift = z.object({
  id: z.int(),
  found_at: IsoTime,
  /** With its view. */
  room: z.string(),
  /** Whose state: that a client showed, compared with what it was sent, or that of a server, compared with PostgreSQL. */
  of: z.enum(['client', 'server']),
  /** An older version, or another state of the same version. */
  how: z.enum(['behind', 'differs']),
  version: z.int(),
  expected: z.int(),
  server: z.string(),
  /** The client's user. */
  username: z.string().nullable(),
  /** Clients of two users found one within an hour, or it is that of a server. */
  is_confirmed: z.boolean(),
  /** Whether the last minutes of the room were stored with it. */
  has_trace: z.boolean(),
});
export type RoomDrift = z.infer<typeof RoomDrift>;
export const RoomDrifts = z.object({ drifts: z.array(RoomDrift) });
export type RoomDrifts = z.infer<typeof RoomDrifts>;
