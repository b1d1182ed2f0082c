import type { RoomStates } from '@copup/shared/socket-events.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { realtime, realtimeStore } from './instance.ts';

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
