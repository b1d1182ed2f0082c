import { findRoom } from '@copup/shared/find-room.ts';
import type { OpsFound } from '@copup/shared/ops.ts';
import { useState } from 'react';
import { extendRooms, type RoomTrails } from '../../console/live/trails.ts';
import { useRoom } from '../../realtime/index.ts';
import { useSettled } from '../../ui/use-coalesced.ts';

/** Time without input after which the search starts. */
const TYPED_MS = 300;

export interface FoundRooms {
  /** The room of this search. */
  by: string;
  state: OpsFound;
  trails: RoomTrails;
}

/**
 * Returns the open rooms that match a text, on all servers, updated each second. Earlier results stay until the next arrive.
 * Returns undefined without a search. `trails` are those of rooms shown before.
 */
export function useFoundRooms(typed: string, trails: RoomTrails, isPaused: boolean): FoundRooms | undefined {
  const wanted = typed.trim();
  const settled = useSettled(wanted, TYPED_MS);
  const by = wanted === '' || settled === '' ? null : findRoom(settled);
  const { state } = useRoom<'find'>(by);
  const [found, setFound] = useState<FoundRooms>();
  if (wanted === '') {
    if (found) setFound(undefined);
  } else if (by !== null && state && state !== found?.state && !(isPaused && found?.by === by)) {
    const before = new Map([...trails, ...(found?.trails ?? [])]);
    setFound({ by, state, trails: extendRooms(before, state.rooms) });
  }
  return wanted === '' ? undefined : found;
}
