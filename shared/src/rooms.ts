import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { socketLimits } from './socket-limits.ts';
import { boundedString } from './text.ts';
import { ErrorReply } from './wire.ts';

/**
 * Schemas of the room events. Times are epoch milliseconds. A frame carries the full state: a client that missed any
 * number of frames is up to date after the next one. (epoch, version) orders frames: a client ignores an older frame and
 * takes only `watchers` from an equal one (R5, P4). A client that joins with `deltas` receives most frames as deltas.
 */
export const RoomName = boundedString(96).regex(/^[a-z]+(:[A-Za-z0-9-]{1,64})?(@[a-z]+)?$/);

/** Whether the socket receives deltas, see `RoomDelta`; its last join decides for all its rooms. */
const deltas = z.boolean().optional();
export const RoomJoin = z.union([
  z.object({ rooms: z.array(RoomName).min(1).max(socketLimits.roomsPerJoin), deltas }),
  z.object({ room: RoomName, deltas }),
]);
export type RoomJoin = z.infer<typeof RoomJoin>;

const content = {
  epoch: z.int(),
  version: z.int(),
  state: z.unknown(),
  watchers: z.int(),
  serverTime: z.int(),
};
/** A frame, and how the next delta refers to it; `room-deltas.ts` explains the fields. */
const RoomBase = z.object({
  ...content,
  number: z.int(),
  count: z.int(),
  names: z.array(z.string()).readonly(),
  texts: z.array(z.string()).readonly(),
  state: z.record(z.string(), z.unknown()),
});
export const RoomDelta = z.tuple([z.int(), z.int()], z.unknown());

export const RoomFrame = z.object({
  room: z.string(),
  ...content,
  /** With deltas only: the frame that the next delta follows. */
  base: RoomBase.optional(),
  /**
   * Set on one frame in a hundred: the client may acknowledge it with room:seen, so that the server can measure the
   * delivery latency.
   */
  seen: z.int().optional(),
});
export type RoomFrame<State = unknown> = Omit<z.infer<typeof RoomFrame>, 'state'> & { state: State };

const RoomJoined = RoomFrame.omit({ seen: true }).extend({
  ok: z.literal(true),
  recent: z.array(z.unknown()).optional(),
});
export const RoomRefused = ErrorReply.pick({ code: true, message: true }).extend({
  ok: z.literal(false),
  room: z.string(),
});
export type RoomRefused = z.infer<typeof RoomRefused>;
export const RoomJoinAck = z.object({
  rooms: z.array(z.discriminatedUnion('ok', [RoomJoined, RoomRefused])),
});
export type RoomJoinAck = z.infer<typeof RoomJoinAck>;
/** Not ok: the event was invalid or above the socket's rate limit, and the socket left no room. */
export const RoomLeaveAck = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  RoomRefused.omit({ room: true }),
]);

/** What a client shows of a room; null when it shows none. The hash is that of `room-hash.ts`. */
export const RoomShown = z
  .object({ epoch: z.int(), version: z.int(), hash: z.int().min(0).max(0xffff_ffff) })
  .nullable();
export type RoomShown = z.infer<typeof RoomShown>;

/** Rooms from which the server removed the socket, each with the reason. */
export const RoomRemoved = z.object({ rooms: z.array(RoomRefused) });
export type RoomRemoved = z.infer<typeof RoomRemoved>;

/** The `data` of Socket.IO's connect error for a refused connection. */
export const ConnectError = ErrorReply.pick({ code: true, message: true });
/** Every error code of a refused connection, with what the client should do. */
export const connectErrors = {
  NOT_SIGNED_IN: 'There is no valid token in `auth.token`. Sign in.',
  SESSION_ENDED: 'The session of the token has ended. Sign in.',
  TOO_MANY_SOCKETS: 'The user has too many sockets open. Connect again when one is closed.',
  BUSY: 'Too many clients connect at this moment. Connect again after a second.',
  UNAVAILABLE: 'The database cannot be reached. Connect again after a few seconds.',
} as const satisfies Partial<Record<ErrorCode, string>>;
