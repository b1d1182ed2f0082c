import type { RoomTrace, RoomTraceEvent } from '@copup/shared/room-trace.ts';

/** What one server has done until a moment. */
export interface ServerView {
  sockets: number;
  joins: number;
  reconnects: number;
  frames: number;
  /** From commit to write, in milliseconds. */
  lastLag: number | undefined;
  worstLag: number | undefined;
  /** How long commands took. */
  lastReply: number | undefined;
}

export interface TraceView {
  /** In the order of the trace's servers. */
  servers: ServerView[];
  sockets: number;
  accepted: number;
  refused: number;
  /** Of the last accepted bid. */
  price: number | undefined;
  worstReply: number | undefined;
}

/** Returns the room after its first `done` events. */
export function viewAfter(
  { servers, events }: Pick<RoomTrace, 'servers' | 'events'>,
  done: number,
): TraceView {
  const view: TraceView = {
    servers: servers.map(({ members, cards }) => ({
      sockets: members + cards,
      joins: 0,
      reconnects: 0,
      frames: 0,
      lastLag: undefined,
      worstLag: undefined,
      lastReply: undefined,
    })),
    sockets: 0,
    accepted: 0,
    refused: 0,
    price: undefined,
    worstReply: undefined,
  };
  for (let nth = 0; nth < done; nth += 1) {
    const event = events[nth];
    const server = event && view.servers[event.server];
    if (event && server) apply(view, server, event);
  }
  view.sockets = view.servers.reduce((sum, { sockets }) => sum + sockets, 0);
  return view;
}

function apply(view: TraceView, server: ServerView, { event, ms, result, price }: RoomTraceEvent): void {
  switch (event) {
    case 'join':
      server.joins += 1;
      server.sockets += 1;
      return;
    case 'reconnect':
      server.reconnects += 1;
      server.sockets += 1;
      return;
    case 'leave':
    case 'close':
      server.sockets = Math.max(0, server.sockets - 1);
      return;
    case 'frame':
      server.frames += 1;
      if (ms === undefined) return;
      server.lastLag = ms;
      server.worstLag = Math.max(ms, server.worstLag ?? 0);
      return;
    case 'command':
      server.lastReply = ms;
      view.worstReply = Math.max(ms ?? 0, view.worstReply ?? 0);
      if (result === 'accepted') view.accepted += 1;
      else view.refused += 1;
      if (price !== undefined) view.price = price;
  }
}

/** One bar of the timeline. */
export interface Bin {
  sockets: number;
  commands: number;
  refused: number;
  reconnects: number;
  worstLag: number;
}

/** A part of the trace, the whole by default, in `count` parts of the same length. */
export function binsOf(
  trace: RoomTrace,
  count: number,
  { from, to }: Pick<RoomTrace, 'from' | 'to'> = trace,
): Bin[] {
  const { servers, events } = trace;
  const bins = Array.from(
    { length: count },
    (): Bin => ({ sockets: 0, commands: 0, refused: 0, reconnects: 0, worstLag: 0 }),
  );
  let sockets = servers.reduce((sum, { members, cards }) => sum + members + cards, 0);
  const lengthMs = Math.max(1, to - from);
  let filled = 0;
  for (const { at, event, ms = 0, result } of events) {
    if (at > to) break;
    if (at < from) {
      sockets = socketsAfter(sockets, event);
      continue;
    }
    const nth = Math.min(count - 1, Math.floor(((at - from) / lengthMs) * count));
    for (; filled < nth; filled += 1) (bins[filled] as Bin).sockets = sockets;
    const bin = bins[nth] as Bin;
    sockets = socketsAfter(sockets, event);
    if (event === 'reconnect') bin.reconnects += 1;
    if (event === 'frame') bin.worstLag = Math.max(bin.worstLag, ms);
    if (event === 'command') bin.commands += 1;
    if (event === 'command' && result !== 'accepted') bin.refused += 1;
  }
  for (; filled < count; filled += 1) (bins[filled] as Bin).sockets = sockets;
  return bins;
}

function socketsAfter(before: number, event: RoomTraceEvent['event']): number {
  if (event === 'join' || event === 'reconnect') return before + 1;
  return event === 'leave' || event === 'close' ? Math.max(0, before - 1) : before;
}
