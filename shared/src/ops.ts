import { z } from 'zod';

/** Milliseconds over the last second; null when nothing was measured. */
const Percentiles = z.object({ p50: z.number(), p99: z.number() }).nullable();

/** A second's worth, as a rate. `messages` are frames written, one for each member; `updates` frames composed. */
const Traffic = z.object({
  sockets: z.int(),
  joins: z.number(),
  updates: z.number(),
  messages: z.number(),
  bytes: z.number(),
  /** From the commit to the write, conflation included. */
  emit: Percentiles,
  /** From the write until the client's answer, for one frame in a hundred. */
  client: Percentiles,
});
export type OpsTraffic = z.infer<typeof Traffic>;

const Commands = z.object({
  /** A second, as the next two. */
  commands: z.number(),
  commandsRefused: z.number(),
  /** Refused because the price had moved past the one on the button. */
  guardStops: z.number(),
  /** Sockets of pages that had one before, a second. */
  reconnects: z.number(),
});

export const OpsServer = Traffic.extend(Commands.shape).extend({
  id: z.string(),
  /** Shares of one core, and of the event loop's time. */
  cpu: z.number(),
  loop: z.number(),
});
export type OpsServer = z.infer<typeof OpsServer>;

export const OpsRoom = Traffic.extend({
  room: z.string(),
  kind: z.string(),
  /** As far as the room's kind tells: what it is called, where it stands and when it ends. */
  name: z.string().optional(),
  status: z.string().optional(),
  endsAt: z.int().optional(),
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

/** ops:metrics: what all servers did in the last second (O2). */
export const OpsState = z.object({
  at: z.int(),
  /** What commit-to-emit should stay below at p99. */
  goalMs: z.number(),
  /** False while Redis is away: then there are the figures of this server only. */
  isWhole: z.boolean(),
  total: Traffic.extend(Commands.shape),
  servers: z.array(OpsServer),
  /** The busiest 100, by messages, then by sockets. */
  rooms: z.array(OpsRoom),
  roomCount: z.int(),
  queues: z.array(OpsQueue),
});
export type OpsState = z.infer<typeof OpsState>;

/** find:TEXT: the open rooms of all servers with the text in their name or in what they are called (O2). */
export const OpsFound = z.object({
  at: z.int(),
  /** The busiest 100 of them, as in ops:metrics. */
  rooms: z.array(OpsRoom),
  /** How many there are. */
  count: z.int(),
});
export type OpsFound = z.infer<typeof OpsFound>;

/** A moment of the past. Sums over the servers, but for p99: that of the worst. */
export const OpsPoint = z.object({
  /** Start of its second or minute. */
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

/** GET /api/admin/metrics-history, oldest first: ten minutes of seconds, a day of minutes. */
export const OpsHistory = z.object({ seconds: z.array(OpsPoint), minutes: z.array(OpsPoint) });
export type OpsHistory = z.infer<typeof OpsHistory>;
