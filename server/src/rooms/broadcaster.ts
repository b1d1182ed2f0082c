import { ROOM_STATE } from '@copup/shared/room-names.ts';
import { encodeFrame } from './frame.ts';
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
