import { z } from 'zod';

/** Milliseconds, over the last second; null without a measurement. */
const Percentiles = z.object({ p50: z.number(), p99: z.number() }).nullable();

/** Rates per second. `messages` counts frames written, one per member; `updates` counts frames composed. */
const Traffic = z.object({
  sockets: z.int(),
  joins: z.number(),
  updates: z.number(),
  messages: z.number(),
  bytes: z.number(),
  /** Time from the commit to the socket write, conflation included. */
  emit: Percentiles,
  /** Time from the socket write to the client's acknowledgement, for one frame in a hundred. */
  client: Percentiles,
});
export type OpsTraffic = z.infer<typeof Traffic>;

const Commands = z.object({
  /** Per second, like the next two. */
  commands: z.number(),
  commandsRefused: z.number(),
  /** Bids refused because the price was above the one on the bidder's button. */
  guardStops: z.number(),
  /** Reconnects per second: sockets of pages that had a socket before. */
  reconnects: z.number(),
});

export const OpsServer = Traffic.extend(Commands.shape).extend({
  id: z.string(),
  /** Used share of one core, and of the event loop's time. */
  cpu: z.number(),
  loop: z.number(),
});
export type OpsServer = z.infer<typeof OpsServer>;

export const OpsRoom = Traffic.extend({
  room: z.string(),
  kind: z.string(),
  /** Title, status, end and realm of the room's subject, if its kind has them. */
  name: z.string().optional(),
  status: z.string().optional(),
  endsAt: z.int().optional(),
  realm: z.int().optional(),
});
export type OpsRoom = z.infer<typeof OpsRoom>;

export const OpsQueue = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  later: z.int(),
  failed: z.int(),
});
export type OpsQueue = z.infer<typeof OpsQueue>;

/** State of room ops:metrics: the figures of all servers for the last second (O2). */
export const OpsState = z.object({
  at: z.int(),
  /** The limit for the p99 of commit-to-emit. */
  goalMs: z.number(),
  /** False while Redis is unreachable; the figures are then those of this server only. */
  isWhole: z.boolean(),
  total: Traffic.extend(Commands.shape),
  servers: z.array(OpsServer),
  /** The 100 busiest rooms, by messages, then by sockets. */
  rooms: z.array(OpsRoom),
  roomCount: z.int(),
  queues: z.array(OpsQueue),
});
export type OpsState = z.infer<typeof OpsState>;

/** State of room find:TEXT: the open rooms of all servers with the text in their name or title (O2). */
export const OpsFound = z.object({
  at: z.int(),
  /** The 100 busiest of them, ordered as in ops:metrics. */
  rooms: z.array(OpsRoom),
  /** The number of all rooms found. */
  count: z.int(),
});
export type OpsFound = z.infer<typeof OpsFound>;

/** Figures of one past second or minute: sums over the servers, except p99, which is the maximum. */
export const OpsPoint = z.object({
  /** Start of the second or minute. */
  at: z.int(),
  sockets: z.number(),
  messages: z.number(),
  bytes: z.number(),
  p99: z.number().nullable(),
  commands: z.number(),
  commandsRefused: z.number(),
  guardStops: z.number(),
  reconnects: z.number(),
});
export type OpsPoint = z.infer<typeof OpsPoint>;

/** Reply of GET /api/admin/metrics-history, oldest first: the seconds of ten minutes, the minutes of a day. */
export const OpsHistory = z.object({ seconds: z.array(OpsPoint), minutes: z.array(OpsPoint) });
export type OpsHistory = z.infer<typeof OpsHistory>;
