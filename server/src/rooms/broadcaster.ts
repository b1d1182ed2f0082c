import { ROOM_STATE } from '@copup/shared/room-names.ts';
import type { RoomTraces } from '../traces/room-traces.ts';
import type { DeliveryLatencySamples } from './delivery-latency-samples.ts';
import type { Member } from './member.ts';
import type { RoomMetrics } from './metrics.ts';
import type { Known, RoomView } from './room-view.ts';

export interface BroadcasterOptions {
  metrics: RoomMetrics;
  samples: DeliveryLatencySamples<Member>;
  traces: Pick<RoomTraces, 'emitted'>;
  wallMs: () => number;
}

/** Returns a function that writes one frame, encoded once, to each member of a room's view. */
export function createBroadcaster({ metrics, samples, traces, wallMs }: BroadcasterOptions) {
  return (roomView: RoomView<Member>, known: Known, watching: number, isState: boolean): void => {
    const { localRoom, name } = roomView;
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
    for (const member of roomView.members) {
      const seen = samples.take(member, localRoom.room, localRoom.kind.kind);
      if (member.write(seen === undefined ? frame : encodeFrame(ROOM_STATE, { ...payload, seen })))
        messages += 1;
    }
    known.span?.add({ 'room.members': messages });
    known.span?.end();
    // A slower view is throttled on purpose, so its delay is not counted as latency.
    const isTimed = isState && name === localRoom.room && known.committedAtMs !== undefined;
    const commitToEmitMs = isTimed ? serverTime - (known.committedAtMs ?? serverTime) : undefined;
    const bytes = frame.bytes.length;
    metrics.emitted(localRoom.room, localRoom.kind, { bytes, messages, commitToEmitMs });
    if (localRoom.kind.hasFigures !== false)
      traces.emitted(localRoom.room, name !== localRoom.room, version, bytes, messages, commitToEmitMs ?? -1);
  };
}

/** One event, encoded once for all recipients. */
export interface EncodedFrame {
  /** As a Socket.IO packet text, for a transport that frames it. */
  readonly text: string;
  /** As the bytes of a complete websocket frame. */
  readonly bytes: Buffer;
}

const TEXT_FRAME = 0x81;

/** Encodes `["room:state",{…}]` as an event packet of the main namespace, in an unmasked websocket text frame. */
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
