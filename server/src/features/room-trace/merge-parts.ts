import {
  type RoomTraceEvent,
  type RoomTraceHeader,
  type RoomTraceServer,
  TRACE_FORMAT,
} from '@copup/shared/room-trace.ts';
import { CARD, traced } from '../../rooms/trace-ring.ts';
import { type TracePart, toEvent } from './trace-part.ts';

export interface MissingServer {
  id: string;
  state: 'silent' | 'gone';
  seenAt: number;
}

export interface Collected {
  parts: readonly TracePart[];
  missing: readonly MissingServer[];
  isWhole: boolean;
}

export type MergedTrace = RoomTraceHeader & { events: RoomTraceEvent[] };

/**
 * Merges the parts of several servers into one trace, by time. Each part's times are already those of the database's
 * clock. Keeps the newest `most` events. Users receive their numbers in the order of their first event.
 */
export function mergeParts(room: string, { parts, missing, isWhole }: Collected, most: number): MergedTrace {
  const ordered = parts.toSorted((a, b) => (a.server < b.server ? -1 : 1));
  const rows = ordered.flatMap((part, server) => part.events.map((row) => ({ part, server, row })));
  // Stable: events of one server within one millisecond stay in their order.
  rows.sort((a, b) => a.row[0] - b.row[0]);
  const kept = rows.slice(-most);
  const isCut = kept.length < rows.length;
  const cutAt = kept[0]?.row[0] ?? 0;
  const pseudonyms = new Map<string, string>();
  const pseudonymOf = (tag = ''): string => {
    const known = pseudonyms.get(tag) ?? `p${pseudonyms.size + 1}`;
    pseudonyms.set(tag, known);
    return known;
  };
  const events = kept.map(({ part, server, row }) => toEvent(part, row, server, pseudonymOf));
  const servers = ordered.map((part, server): RoomTraceServer => {
    const from = isCut ? Math.max(part.from, cutAt) : part.from;
    const own = kept.filter((row) => row.server === server).map(({ row }) => row);
    return {
      id: part.server,
      state: 'answered',
      seenAt: part.to,
      from,
      isCut: part.isCut || (isCut && from > part.from),
      members: Math.max(0, part.members - growthOf(own, 0)),
      cards: Math.max(0, part.cards - growthOf(own, CARD)),
    };
  });
  const first = Math.min(...servers.map(({ from }) => from), ...events.slice(0, 1).map(({ at }) => at));
  return {
    format: TRACE_FORMAT,
    room,
    kind: room.split(':', 1)[0] ?? room,
    from: first,
    to: Math.max(first, ...ordered.map(({ to }) => to), ...events.slice(-1).map(({ at }) => at)),
    minutes: Math.max(...ordered.map(({ minutes }) => minutes)),
    isWhole,
    servers: [
      ...servers,
      ...missing.map((one) => ({ ...one, from: one.seenAt, isCut: true, members: 0, cards: 0 })),
    ],
    users: pseudonyms.size,
    count: events.length,
    events,
  };
}

/** Writes a trace as JSON lines: its header, then each event. */
export function writeTraceFile({ events, ...header }: MergedTrace): string {
  return `${[header, ...events].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** By how much the number of members of a view has grown. */
function growthOf(rows: readonly TracePart['events'][number][], view: number): number {
  let growth = 0;
  for (const [, kind] of rows) {
    const own = kind - view;
    if (own === traced.join || own === traced.reconnect) growth += 1;
    else if (own === traced.leave || own === traced.close) growth -= 1;
  }
  return growth;
}
