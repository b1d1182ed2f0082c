import type { RecentBid } from '@copup/shared/auctions.ts';
import type { RoomStates } from '@copup/shared/socket-events.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ConnectionState } from './connection-state.ts';
import { realtime, realtimeStore } from './instance.ts';
import type { RoomEntry } from './room-entry.ts';

/** unconfirmed: the server has not confirmed the state for less than a second; stale: for longer. */
export type RoomStatus = 'joining' | 'live' | 'unconfirmed' | 'stale' | 'refused';

/** What a join returns beside the state, by kind of room. */
interface RoomRecents {
  auction: RecentBid;
}

export interface RoomView<Kind extends keyof RoomStates> {
  status: RoomStatus;
  /** Undefined until the first reply. */
  state: RoomStates[Kind] | undefined;
  recent: Kind extends keyof RoomRecents ? RoomRecents[Kind][] : unknown[];
  watchers: number;
  epoch: number;
  version: number;
  refusal: RoomEntry['refusal'];
}

/**
 * Returns the live state of a room while the component is mounted; null means no room. Components with the same room share one
 * join. Pass the kind, as in `useRoom<'auction'>(auctionRoom(id))`.
 */
export function useRoom<Kind extends keyof RoomStates>(room: string | null): RoomView<Kind> {
  useEffect(() => (room === null ? undefined : realtime.rooms.acquire(room)), [room]);
  const entry = useStore(realtimeStore, ({ rooms }) => (room === null ? undefined : rooms[room]));
  const connection = useStore(realtimeStore, (state) => state.connection);
  return useMemo(() => viewOf<Kind>(entry, connection), [entry, connection]);
}

function viewOf<Kind extends keyof RoomStates>(
  entry: RoomEntry | undefined,
  connection: ConnectionState,
): RoomView<Kind> {
  return {
    status: statusOf(entry, connection),
    // The server sends the state of the room's kind, as defined in `shared/rooms.ts`.
    state: entry?.state as RoomStates[Kind] | undefined,
    recent: (entry?.recent ?? []) as RoomView<Kind>['recent'],
    watchers: entry?.watchers ?? 0,
    epoch: entry?.epoch ?? 0,
    version: entry?.version ?? -1,
    refusal: entry?.refusal,
  };
}

function statusOf(entry: RoomEntry | undefined, connection: ConnectionState): RoomStatus {
  if (entry?.refusal) return 'refused';
  if (!entry || entry.version === -1) return 'joining';
  if (connection === 'live') return 'live';
  return connection === 'catching-up' ? 'unconfirmed' : 'stale';
}

/**
 * Calls `onChange` once for each version of a room, also for the first after the join, with the view of the version before.
 * What it returns is called before the next version and at the end. Returns the view.
 */
export function useRoomChanges<Kind extends keyof RoomStates>(
  room: string | null,
  onChange: (now: KnownRoom<Kind>, before: KnownRoom<Kind> | undefined) => undefined | (() => void),
  isReady = true,
): RoomView<Kind> {
  const view = useRoom<Kind>(room);
  const { epoch, version } = view;
  const last = useRef<KnownRoom<Kind>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    const before = last.current;
    if (version === -1 || !isReady || (before?.epoch === epoch && before.version === version)) return;
    last.current = view as KnownRoom<Kind>;
    return onChange(last.current, before);
  }, [epoch, version, isReady]);
  return view;
}

/** A room that has replied. */
export interface KnownRoom<Kind extends keyof RoomStates> extends RoomView<Kind> {
  state: RoomStates[Kind];
}

/**
 * Returns the live states of several rooms of one kind, in their order, while the component is mounted; undefined until the
 * first reply of a room. Components with the same room share one join.
 */
export function useRooms<Kind extends keyof RoomStates>(
  rooms: readonly string[],
): readonly (RoomStates[Kind] | undefined)[] {
  const names = rooms.join(' ');
  useEffect(() => {
    const releases = names === '' ? [] : names.split(' ').map((room) => realtime.rooms.acquire(room));
    return () => {
      for (const release of releases) release();
    };
  }, [names]);
  return useStore(
    realtimeStore,
    useShallow(({ rooms: known }) => rooms.map((room) => known[room]?.state as RoomStates[Kind] | undefined)),
  );
}
