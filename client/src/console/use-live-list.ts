import { subjectPlurals } from '@copup/shared/live-subjects.ts';
import {
  betsRoom,
  type ConsoleList,
  consoleListRoom,
  consoleLists,
  listRoom,
} from '@copup/shared/room-names.ts';
import { useEffect, useRef } from 'react';
import { unknownKind } from '../lib/unknown-kind.ts';
import { useRoomChanges } from '../realtime/index.ts';

const SOON_MS = 250;

/** Lists without a room of their own. Live subjects have rooms which report new, started and ended ones. */
const otherRooms: Readonly<Record<string, string>> = {
  'affiliate-referrers': consoleListRoom('affiliates'),
  ...Object.fromEntries(subjectPlurals.map((plural) => [plural, listRoom(plural)])),
  bets: betsRoom(),
};

/** Returns null for a list that no room reports, which is an error of this app. */
export function liveRoomOf(resource: string): string | null {
  if ((consoleLists as readonly string[]).includes(resource)) return consoleListRoom(resource as ConsoleList);
  const room = otherRooms[resource];
  if (room === undefined) unknownKind('live list', resource);
  return room ?? null;
}

/**
 * Calls `onChange` soon after rows of a list have changed, once for changes that follow each other quickly; also after
 * the room is joined, because rows may have changed between the reply and the join.
 */
export function useLiveList(resource: string, onChange: (isJoin: boolean) => void): void {
  const call = useRef(onChange);
  useEffect(() => {
    call.current = onChange;
  });
  useRoomChanges<'list'>(liveRoomOf(resource), (_, before) => {
    const timer = setTimeout(() => call.current(before === undefined), SOON_MS);
    return () => clearTimeout(timer);
  });
}
