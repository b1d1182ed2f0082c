import type { ErrorCode } from '@copup/shared/errors.ts';
import { compareOrder } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';

/** The known state of a room, kept across reconnects. */
export interface RoomEntry {
  epoch: number;
  version: number;
  state: unknown;
  /** The recent bids of the last join. */
  recent: unknown[];
  watchers: number;
  refusal: { code: ErrorCode; message: string } | undefined;
}

type Joined = RoomJoinAck['rooms'][number];

/** Applies a frame: the highest (epoch, version) wins, an equal one updates watchers only (R5). Returns the same entry without a change. */
export function applyFrame(
  entry: RoomEntry | undefined,
  frame: Pick<RoomFrame, 'epoch' | 'version' | 'state' | 'watchers'>,
): RoomEntry {
  const { epoch, version, state, watchers } = frame;
  if (!entry || entry.version === -1)
    return { ...(entry ?? nothing), epoch, version, state, watchers, refusal: undefined };
  const order = compareOrder(frame, entry);
  if (order < 0) return entry;
  if (order > 0) return { ...entry, epoch, version, state, watchers, refusal: undefined };
  return entry.watchers === watchers ? entry : { ...entry, watchers };
}

/** Applies the reply to a join: a snapshot or a refusal, which clears the state. */
export function applyJoin(entry: RoomEntry | undefined, joined: Joined): RoomEntry {
  if (!joined.ok) return { ...nothing, refusal: { code: joined.code, message: joined.message } };
  const next = applyFrame(entry, joined);
  return { ...next, recent: joined.recent ?? next.recent, refusal: undefined };
}

const nothing: RoomEntry = {
  epoch: 0,
  version: -1,
  state: undefined,
  recent: [],
  watchers: 0,
  refusal: undefined,
};
