import { itemFacts, type Span, type SpanFacts, tracer } from '../tracing.ts';
import type { BusMessage } from './bus.ts';

const BROADCAST = 'broadcast';

/** Starts the span of a published state; undefined unless the commit is traced. */
export function traceBroadcast(room: string, version: number): Span | undefined {
  return tracer?.current()?.start(BROADCAST, { ...roomFacts(room), 'room.version': version });
}

/** Starts the span of all rooms that one commit changed; undefined unless the commit is traced. */
export function traceInvalidation(rooms: ReadonlySet<string>): Span | undefined {
  return tracer?.current()?.start(BROADCAST, invalidationFacts(rooms));
}

/** Starts the span of a message of another server; undefined unless its commit is traced. */
export function traceReceived(room: string, { c: contexts }: BusMessage & { c?: unknown }): Span | undefined {
  if (!tracer || !Array.isArray(contexts)) return undefined;
  return tracer.continued('broadcast received', contexts, roomFacts(room));
}

function invalidationFacts(rooms: ReadonlySet<string>): SpanFacts {
  const kinds = [...new Set([...rooms].map((room) => room.split(':', 1)[0] ?? ''))];
  return { 'room.kinds': kinds.sort(), 'room.count': rooms.size };
}

function roomFacts(room: string): SpanFacts {
  const [kind = '', id = ''] = room.split(':', 2);
  return { 'room.kind': kind, ...itemFacts('room.id', id) };
}
