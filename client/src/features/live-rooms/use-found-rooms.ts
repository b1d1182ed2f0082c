import { findRoom } from '@copup/shared/find-room.ts';
import type { OpsFound } from '@copup/shared/ops.ts';
import { useState } from 'react';
import { useRoom } from '../../realtime/index.ts';
import { useSettled } from '../../ui/use-coalesced.ts';
import { extendRooms, type RoomTrails } from './trails.ts';

/** Whoever types on has not said yet what to find. */
const TYPED_MS = 300;

export interface FoundRooms {
  /** The room that told of them. */
  by: string;
  state: OpsFound;
  trails: RoomTrails;
}

/**
 * The rooms that are called something, on all servers and second by second. Those found before stay until the next are
 * known; undefined when nothing is looked for. `trails` are those of rooms that were shown already.
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
