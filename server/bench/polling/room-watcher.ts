import { auctionRoom, ROOM_JOIN } from '@copup/shared/room-names.ts';
import { openLeanSocket } from '../lean-socket.ts';
import { see, type Watcher, type WatcherOptions } from './watcher.ts';

/**
 * Opens a socket in the auction's room. Resolves when the snapshot has arrived. `onFrame` receives each text of the
 * server.
 */
export async function startRoomWatcher(
  { url, token, auctionId }: WatcherOptions,
  onFrame?: (text: string) => void,
): Promise<Watcher> {
  const seen: Watcher['seen'] = [];
  const joined = Promise.withResolvers<void>();
  const { tcp: socket, send } = await openLeanSocket(url, token, (text) => {
    onFrame?.(text);
    const price = /"price":(\d+)/.exec(text)?.[1];
    if (price !== undefined) see(seen, Number(price));
    if (!text.startsWith('430')) return;
    if (text.includes('"ok":true')) joined.resolve();
    else socket.destroy();
  });
  socket.on('close', () => joined.reject(new Error('a watcher was refused')));
  send(`420${JSON.stringify([ROOM_JOIN, { room: auctionRoom(auctionId) }])}`);
  await joined.promise;
  return { socket, seen, rounds: () => 0, stop: () => socket.destroy() };
}
