import { ROOM_STATE } from '@copup/shared/room-names.ts';
import type { Server } from 'socket.io';
import type { DeliveryLatencySamples, RoomMetrics } from './metrics.ts';
import type { RoomAdapter } from './room-adapter.ts';
import type { RoomRecorder } from './room-kind.ts';
import type { RoomViewHost } from './room-view.ts';

export interface BroadcasterOptions {
  io: Server;
  adapter: RoomAdapter;
  metrics: RoomMetrics;
  /** By the id of the socket. */
  samples: DeliveryLatencySamples<string>;
  traces: Pick<RoomRecorder, 'emitted'>;
  wallMs: () => number;
}

/** Returns a function that sends one frame to each member of a view on this server. */
export function createBroadcaster(options: BroadcasterOptions): RoomViewHost['emit'] {
  const { io, adapter, metrics, samples, traces, wallMs } = options;
  return ({ localRoom, name }, known, watchers, isState) => {
    const { room, kind } = localRoom;
    const serverTime = wallMs();
    const { epoch, version, state } = known;
    const payload = { room: name, epoch, version, state, watchers, serverTime };
    const sampled = new Map<string, number>();
    for (const id of adapter.rooms.get(name) ?? []) {
      const seen = samples.take(id, room, kind.kind);
      if (seen !== undefined) sampled.set(id, seen);
    }
    io.local
      .to(name)
      .except([...sampled.keys()])
      .emit(ROOM_STATE, payload);
    for (const [id, seen] of sampled) io.sockets.sockets.get(id)?.emit(ROOM_STATE, { ...payload, seen });
    const { bytes } = adapter.lastWritten;
    const messages = adapter.lastWritten.sockets + sampled.size;
    known.span?.add({ 'room.members': messages });
    known.span?.end();
    // A slower view is throttled on purpose, so its delay is not counted as latency.
    const isTimed = isState && name === room && known.committedAtMs !== undefined;
    const commitToEmitMs = isTimed ? serverTime - (known.committedAtMs ?? serverTime) : undefined;
    metrics.emitted(room, kind, { bytes, messages, commitToEmitMs });
    if (kind.hasFigures !== false)
      traces.emitted(room, name !== room, version, bytes, messages, commitToEmitMs ?? -1);
  };
}
