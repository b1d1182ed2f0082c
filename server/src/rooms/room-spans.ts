import { itemFacts, type Span, type SpanFacts, tracer } from '../tracing.ts';
import type { RoomMessage } from './bus.ts';

const BROADCAST = 'broadcast';

/** Starts the span of a published state; undefined unless the commit is traced. */
export function traceBroadcast(room: string, version: number): Span | undefined {
  return tracer?.current()?.start(BROADCAST, { ...roomFacts(room), 'room.version': version });
}

/** Starts the span of all rooms that one commit changed; undefined unless the commit is traced. */
export function traceInvalidation(rooms: ReadonlySet<string>): Span | undefined {
  const kinds = [...new Set([...rooms].map((room) => room.split(':', 1)[0] ?? ''))].sort();
  return tracer?.current()?.start(BROADCAST, { 'room.kinds': kinds, 'room.count': rooms.size });
}

/** Starts the span of a message of another server; undefined unless its commit is traced. */
export function traceReceived(
  room: string,
  { c: contexts }: RoomMessage & { c?: unknown },
): Span | undefined {
  if (!tracer || !Array.isArray(contexts)) return undefined;
  return tracer.continued('broadcast received', contexts, roomFacts(room));
}

function roomFacts(room: string): SpanFacts {
  const [kind = '', id = ''] = room.split(':', 2);
  return { 'room.kind': kind, ...itemFacts('room.id', id) };
}
