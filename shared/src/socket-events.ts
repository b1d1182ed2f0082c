import { z } from 'zod';
import { BetsState } from './bets.ts';
import { ListChanges, OperatorOverview } from './console.ts';
import { VaultState } from './heists.ts';
import { ItemState } from './item-timeline.ts';
import { OpsFound, OpsState } from './ops.ts';
import { SOCKET_CALL } from './room-names.ts';
import {
  RoomDelta,
  RoomFrame,
  RoomJoin,
  RoomJoinAck,
  RoomLeaveAck,
  RoomRemoved,
  RoomShown,
} from './rooms.ts';
import { SocketCall, SocketCallAck } from './socket-calls.ts';
import { subjectRoomStates } from './subject-contracts.ts';
import { TapAck, TapBatch } from './tap-contests.ts';
import { UserState } from './users.ts';
import { ErrorReply } from './wire.ts';

/** Schema of the state of each kind of room; the key is the part of the room's name before the colon. */
export const roomStates = {
  ...subjectRoomStates,
  vault: VaultState,
  bets: BetsState,
  user: UserState,
  ops: OpsState,
  find: OpsFound,
  overview: OperatorOverview,
  list: ListChanges,
  item: ItemState,
} as const satisfies Readonly<Record<string, z.ZodType>>;
/** The kinds of rooms that only operators join. */
export const consoleRooms: ReadonlySet<string> = new Set(['ops', 'find', 'overview', 'list', 'item']);
export type RoomStates = { [Kind in keyof typeof roomStates]: z.infer<(typeof roomStates)[Kind]> };

/**
 * Every socket event with its sender, payload and acknowledgement. The page /docs/sockets is generated from this list.
 */
export const socketEvents = {
  'room:join': {
    from: 'client',
    payload: RoomJoin,
    ack: RoomJoinAck,
    text: "Joins rooms; the acknowledgement carries each room's snapshot. With `deltas`, which halves the data, updates arrive as deltas.",
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
  '{number}': {
    from: 'server',
    payload: RoomDelta,
    ack: null,
    text: 'A delta, only after a join with `deltas`. The event’s name is the `number` of the last `base` of the room, in the reply to a join or in `room:state`; ignore other numbers. The arguments are the frame’s count, a mask and the changed values, lowest bit first. The bits are, from the lowest, `version`, each of the `names` of the base, `watchers`, `serverTime` and `seen`. A number after a whole number is their difference; after anything else it is the index of one of `texts`. An object has the changed items of a list by their index. Other values stand for themselves: a value in brackets too, and empty brackets for a missing field. A text of up to 200 characters moves to the front of `texts`, which keeps eight. If the count does not follow that of the base, join the room again.',
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
  [SOCKET_CALL]: {
    from: 'client',
    payload: SocketCall,
    ack: SocketCallAck,
    text: 'Sends a call of the API without a new request, with the same schema, rate limit, deadline and receipt. The calls are listed below.',
  },
  'room:check': {
    from: 'server',
    payload: z.object({ room: z.string() }),
    ack: RoomShown,
    text: 'Asks a client that joined with `deltas` what it shows of a room, at random. Optional: with it, operators learn of states that differ. The hash is FNV-1a, 32 bits, over the code units of the state’s JSON without spaces, with the fields of each object sorted.',
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
    text: 'The server shuts down: connect again after this many milliseconds. With `DRAIN_SECONDS` this socket stays open until then, so that another can be opened and can join before it is closed.',
  },
} as const;
