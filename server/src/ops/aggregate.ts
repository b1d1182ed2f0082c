import type { OpsRoom, OpsServer, OpsState, OpsTraffic } from '@copup/shared/ops.ts';
import { addWindows, percentilesOf, type RoomWindow, type ServerReport, type Window } from './report.ts';
import { byActivity } from './windows.ts';

const BUSIEST = 100;

/** What a room's kind knows of it beside its figures. */
export interface RoomDescription {
  name: string;
  status: string;
  endsAt: number;
}

export type Aggregated = Pick<OpsState, 'total' | 'servers' | 'rooms' | 'roomCount'>;

/** Adds up what the servers report; at least one does. */
export function aggregate(reports: readonly ServerReport[]): Aggregated {
  const servers = reports.map(toServer);
  const byRoom = new Map<string, RoomWindow[]>();
  const rates = new Map<string, number>();
  for (const { rooms, elapsedMs } of reports) {
    for (const window of rooms) {
      const windows = byRoom.get(window.room);
      if (windows) windows.push(window);
      else byRoom.set(window.room, [window]);
      rates.set(window.room, elapsedMs);
    }
  }
  const merged = [...byRoom].map(([room, windows]) => ({ room, windows, ...addWindows(windows) }));
  merged.sort(byActivity);
  const rooms: OpsRoom[] = merged.slice(0, BUSIEST).map(({ room, windows, ...window }) => ({
    room,
    kind: windows[0]?.kind ?? '',
    ...toTraffic(window, rates.get(room) ?? 1_000),
  }));
  const sum = (of: (server: OpsServer) => number) => servers.reduce((total, server) => total + of(server), 0);
  const window = addWindows(reports.map(({ total }) => total));
  return {
    servers,
    rooms,
    // What a server did not list cannot be told apart from what another did.
    roomCount: Math.max(byRoom.size, ...reports.map(({ roomCount }) => roomCount)),
    total: {
      ...toTraffic(window, 1_000),
      sockets: sum(({ sockets }) => sockets),
      joins: sum(({ joins }) => joins),
      updates: sum(({ updates }) => updates),
      messages: sum(({ messages }) => messages),
      bytes: sum(({ bytes }) => bytes),
      bids: sum(({ bids }) => bids),
      bidsRefused: sum(({ bidsRefused }) => bidsRefused),
      guardStops: sum(({ guardStops }) => guardStops),
      reconnects: sum(({ reconnects }) => reconnects),
    },
  };
}

function toServer(report: ServerReport): OpsServer {
  const { id, elapsedMs, cpu, loop, sockets, total } = report;
  const rate = (count: number) => perSecond(count, elapsedMs);
  return {
    ...toTraffic(total, elapsedMs),
    id,
    cpu,
    loop,
    sockets,
    bids: rate(report.bids),
    bidsRefused: rate(report.bidsRefused),
    guardStops: rate(report.guardStops),
    reconnects: rate(report.reopened),
  };
}

function toTraffic(window: Window, elapsedMs: number): OpsTraffic {
  return {
    sockets: window.members,
    joins: perSecond(window.joins, elapsedMs),
    updates: perSecond(window.updates, elapsedMs),
    messages: perSecond(window.messages, elapsedMs),
    bytes: Math.round(perSecond(window.bytes, elapsedMs)),
    emit: percentilesOf(window.emit),
    client: percentilesOf(window.client),
  };
}

/** To a tenth: ticks are never exactly a second apart. */
function perSecond(count: number, elapsedMs: number): number {
  return count === 0 ? 0 : Math.round((count * 10_000) / Math.max(1, elapsedMs)) / 10;
}
