import { z } from 'zod';
import { AuctionStatus } from './auctions.ts';
import { ContestState, ContestsState } from './contests.ts';
import type { ErrorCode } from './errors.ts';
import { OpsFound, OpsState } from './ops.ts';
import { socketLimits } from './socket-limits.ts';
import { TapAck, TapBatch } from './tap-contests.ts';
import { boundedString } from './text.ts';
import { ErrorReply } from './wire.ts';

/**
 * Schemas of the room events. Times are epoch milliseconds. A frame carries the full state: a client that missed any
 * number of frames is up to date after the next one. (epoch, version) orders frames: a client ignores an older frame and
 * takes only `watchers` from an equal one (R5, P4).
 */
export const RoomName = boundedString(96).regex(/^[a-z]+(:[A-Za-z0-9-]{1,64})?(@[a-z]+)?$/);

/** State of auction:{id} and auction:{id}@card (A9). Keys are short because a frame must stay below 260 bytes. */
export const AuctionState = z.object({
  status: AuctionStatus,
  /** Highest bid in coins, 0 before the first. */
  price: z.int(),
  leader: z.string().nullable(),
  /** Present only if the leader has uploaded a picture. */
  profile: z.string().optional(),
  endDate: z.int(),
  hardEnd: z.int(),
  /** Number of accepted bids. */
  seq: z.int(),
});
export type AuctionState = z.infer<typeof AuctionState>;

/** One of the recent bids, which are sent once, with the join. */
export const RecentBid = z.object({ seq: z.int(), price: z.int(), username: z.string(), at: z.int() });
export type RecentBid = z.infer<typeof RecentBid>;

/**
 * State of room auctions: the last status changes, newest first, at most 20. A client that knows none of them reloads the
 * list.
 */
export const AuctionsState = z.object({
  changes: z.array(z.object({ id: z.int(), status: AuctionStatus, at: z.int() })),
});
export type AuctionsState = z.infer<typeof AuctionsState>;

/** State of room user:{id}. */
export const UserState = z.object({
  available: z.int(),
  held: z.int(),
  bonus: z.int(),
  task: z.int(),
  unread: z.int(),
});
export type UserState = z.infer<typeof UserState>;

/** Schema of the state of each kind of room; the key is the part of the room's name before the colon. */
export const roomStates = {
  auction: AuctionState,
  auctions: AuctionsState,
  tap: ContestState,
  card: ContestState,
  math: ContestState,
  contests: ContestsState,
  user: UserState,
  ops: OpsState,
  find: OpsFound,
} as const;
export type RoomStates = { [Kind in keyof typeof roomStates]: z.infer<(typeof roomStates)[Kind]> };

export const RoomJoin = z.union([
  z.object({ rooms: z.array(RoomName).min(1).max(socketLimits.roomsPerJoin) }),
  z.object({ room: RoomName }),
]);
export type RoomJoin = z.infer<typeof RoomJoin>;

export const RoomFrame = z.object({
  room: z.string(),
  epoch: z.int(),
  version: z.int(),
  state: z.unknown(),
  watchers: z.int(),
  serverTime: z.int(),
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

/**
 * Every socket event with its sender, payload and acknowledgement. The page /docs/sockets is generated from this list.
 */
export const socketEvents = {
  'room:join': {
    from: 'client',
    payload: RoomJoin,
    ack: RoomJoinAck,
    text: "Joins rooms; the acknowledgement carries each room's snapshot.",
  },
  'room:leave': {
    from: 'client',
    payload: RoomJoin,
    ack: RoomLeaveAck,
    text: 'Leaves rooms.',
  },
  'room:state': {
    from: 'server',
    payload: RoomFrame,
    ack: null,
    text: "The room's full state. Updates are conflated to the room's rate.",
  },
  'room:seen': {
    from: 'client',
    payload: z.object({ seen: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    ack: null,
    text: 'Acknowledges a frame that carries `seen`. Optional: only the operators’ latency figures use it.',
  },
  tap: {
    from: 'client',
    payload: TapBatch,
    ack: TapAck,
    text: 'Taps in a tap contest, numbered within a stream. The acknowledgement follows the commit; a batch sent again with the same number is not counted again.',
  },
  'room:removed': {
    from: 'server',
    payload: RoomRemoved,
    ack: null,
    text: 'The user’s role or realm has changed, and the server removed the socket from these rooms. `UNAVAILABLE` means that a room could not be checked; join it again.',
  },
  'session:ended': {
    from: 'server',
    payload: ErrorReply.pick({ code: true, message: true }),
    ack: null,
    text: 'The session has ended; the server closes the socket.',
  },
  'server:leaving': {
    from: 'server',
    payload: z.object({ afterMs: z.int() }),
    ack: null,
    text: 'The server shuts down; reconnect after this many milliseconds.',
  },
} as const;
