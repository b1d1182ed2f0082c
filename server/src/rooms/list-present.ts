import { userRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../deps.ts';

const PRESENCE_WITHIN_MS = 1_000;

/**
 * Returns which of these users have a visible page, on any server: a hidden page leaves its rooms. Servers that do not
 * answer within a second do not count.
 */
export async function listPresent(
  { rooms, log }: Pick<Deps, 'rooms' | 'log'>,
  userIds: readonly string[],
): Promise<Set<string>> {
  const elsewhere = new Set<string>();
  try {
    const sockets = await rooms.io.in(userIds.map(userRoom)).timeout(PRESENCE_WITHIN_MS).fetchSockets();
    for (const socket of sockets) for (const room of socket.rooms) elsewhere.add(room);
  } catch (error) {
    log.warn({ err: error }, 'rooms: a server did not answer who is present');
  }
  const isPresent = (room: string) => rooms.isHeld(room) || elsewhere.has(room);
  return new Set(userIds.filter((userId) => isPresent(userRoom(userId))));
}
