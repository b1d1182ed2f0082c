import type { OpsRoom, OpsServer, OpsState, OpsTraffic } from '@copup/shared/ops.ts';
import type { RoomDescription } from './descriptions.ts';
import { addWindows, percentilesOf, type RoomWindow, type ServerReport, type Window } from './report.ts';
import { byActivity } from './windows.ts';

export const BUSIEST = 100;

/** A room with the sum of the reports of all servers that have members of it. */
export interface MergedRoom extends RoomWindow {
  elapsedMs: number;
}

export type Aggregated = Pick<OpsState, 'total' | 'servers' | 'roomCount'>;

/** Returns all rooms of these reports, busiest first. */
export function mergeRooms(reports: readonly ServerReport[]): MergedRoom[] {
  const byRoom = new Map<string, { windows: RoomWindow[]; elapsedMs: number }>();
  for (const { rooms, elapsedMs } of reports) {
    for (const window of rooms) {
      const found = byRoom.get(window.room);
      if (found) found.windows.push(window);
      else byRoom.set(window.room, { windows: [window], elapsedMs });
    }
  }
  const merged = [...byRoom].map(([room, { windows, elapsedMs }]) => ({
    ...addWindows(windows),
    room,
    kind: windows[0]?.kind ?? '',
    elapsedMs,
  }));
  return merged.sort(byActivity);
}

/** Returns the busiest rooms as shown to operators. */
export function describeBusiest(
  rooms: readonly MergedRoom[],
  descriptions: { get(room: string): RoomDescription | undefined },
): OpsRoom[] {
  return rooms.slice(0, BUSIEST).map((merged) => {
    const { name, status, endsAt, realm }: Partial<RoomDescription> = descriptions.get(merged.room) ?? {};
    const described = name === undefined ? {} : { name, status, endsAt, realm };
    return { room: merged.room, kind: merged.kind, ...toTraffic(merged, merged.elapsedMs), ...described };
  });
}

/** Adds up the reports of all servers; there is at least one. `openRooms` is the number that `mergeRooms` found. */
export function aggregate(reports: readonly ServerReport[], openRooms: number): Aggregated {
  const servers = reports.map(toServer);
  const sum = (of: (server: OpsServer) => number) => servers.reduce((total, server) => total + of(server), 0);
  const window = addWindows(reports.map(({ total }) => total));
  return {
    servers,
    // Rooms that a server did not list may be the same as those of another server.
    roomCount: Math.max(openRooms, ...reports.map(({ roomCount }) => roomCount)),
    total: {
      ...toTraffic(window, 1_000),
      sockets: sum(({ sockets }) => sockets),
      joins: sum(({ joins }) => joins),
      updates: sum(({ updates }) => updates),
      messages: sum(({ messages }) => messages),
      bytes: sum(({ bytes }) => bytes),
      commands: sum(({ commands }) => commands),
      commandsRefused: sum(({ commandsRefused }) => commandsRefused),
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
    commands: rate(report.commands),
    commandsRefused: rate(report.commandsRefused),
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

/** Rounds to a tenth: ticks are never exactly a second apart. */
function perSecond(count: number, elapsedMs: number): number {
  return count === 0 ? 0 : Math.round((count * 10_000) / Math.max(1, elapsedMs)) / 10;
}
