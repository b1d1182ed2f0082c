import { ROOM_STATE } from '@copup/shared/room-names.ts';
import type { Member } from './member.ts';
import type { RoomMetrics } from './metrics.ts';
import type { Known, Outlet } from './outlet.ts';
import type { SeenSamples } from './seen-samples.ts';

export interface BroadcasterOptions {
  metrics: RoomMetrics;
  samples: SeenSamples<Member>;
  wallMs: () => number;
}

/** Returns what writes one frame, encoded once, to each member of a room's view. */
export function createBroadcaster({ metrics, samples, wallMs }: BroadcasterOptions) {
  return (outlet: Outlet<Member>, known: Known, watching: number, isState: boolean): void => {
    const { door, name } = outlet;
    const serverTime = wallMs();
    const { version, state } = known;
    const payload = {
      room: name,
      epoch: known.epoch,
      version,
      state,
      watchers: watching,
      serverTime,
    };
    const frame = encodeFrame(ROOM_STATE, payload);
    let messages = 0;
    for (const member of outlet.members) {
      const seen = samples.take(member, door.room, door.kind.kind);
      if (member.write(seen === undefined ? frame : encodeFrame(ROOM_STATE, { ...payload, seen })))
        messages += 1;
    }
    // A slower view waits on purpose: its delay is no figure of the server.
    const isTimed = isState && name === door.room && known.committedAtMs !== undefined;
    const commitToEmitMs = isTimed ? serverTime - (known.committedAtMs ?? serverTime) : undefined;
    metrics.emitted(door.room, door.kind, { bytes: frame.bytes.length, messages, commitToEmitMs });
  };
}

/** One event, encoded once for all who get it. */
export interface EncodedFrame {
  /** As Socket.IO's packet text, for a transport that frames by itself. */
  readonly text: string;
  /** As the bytes of a whole websocket frame. */
  readonly bytes: Buffer;
}

const TEXT_FRAME = 0x81;

/** `["room:state",{…}]` as an event packet of the main namespace, in an unmasked websocket text frame. */
export function encodeFrame(event: string, payload: unknown): EncodedFrame {
  const text = `2${JSON.stringify([event, payload])}`;
  // "4" is Engine.IO's message packet.
  const body = Buffer.from(`4${text}`);
  return { text, bytes: Buffer.concat([header(body.length), body]) };
}

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT_FRAME, length]);
  if (length < 65_536) return Buffer.from([TEXT_FRAME, 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(10);
  long[0] = TEXT_FRAME;
  long[1] = 127;
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}
