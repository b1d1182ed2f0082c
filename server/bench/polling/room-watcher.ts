import { randomBytes } from 'node:crypto';
import { auctionRoom, ROOM_JOIN, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { openTcp, see, type Watcher, type WatcherOptions } from './watcher.ts';

/**
 * Opens a socket in the auction's room, with hand-written Engine.IO packets. Resolves when the snapshot has arrived.
 * `onFrame` receives each text of the server.
 */
export async function startRoomWatcher(
  { url, token, auctionId }: WatcherOptions,
  onFrame?: (text: string) => void,
): Promise<Watcher> {
  const socket = await openTcp(url);
  const seen: Watcher['seen'] = [];
  const joined = Promise.withResolvers<void>();
  let buffered: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on('close', () => joined.reject(new Error('a watcher was refused')));
  socket.on('data', (data) => {
    buffered = buffered.length === 0 ? data : Buffer.concat([buffered, data]);
    if (!isUpgraded) {
      const headEnd = buffered.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      isUpgraded = true;
      buffered = buffered.subarray(headEnd + 4);
    }
    for (let text = takeText(); text !== undefined; text = takeText()) onText(text);
  });

  function takeText(): string | undefined {
    const [, short] = buffered;
    if (short === undefined) return undefined;
    const start = short < 126 ? 2 : 4;
    if (buffered.length < start) return undefined;
    const end = start + (short < 126 ? short : buffered.readUInt16BE(2));
    if (buffered.length < end) return undefined;
    const text = buffered.toString('utf8', start, end);
    buffered = buffered.subarray(end);
    return text;
  }

  function onText(text: string): void {
    onFrame?.(text);
    if (text === '2') socket.write(masked('3'));
    else if (text.startsWith('0')) socket.write(masked(`40${JSON.stringify({ token })}`));
    else if (text.startsWith('40'))
      socket.write(masked(`420${JSON.stringify([ROOM_JOIN, { room: auctionRoom(auctionId) }])}`));
    else if (text.startsWith('44')) socket.destroy();
    else {
      const price = /"price":(\d+)/.exec(text)?.[1];
      if (price !== undefined) see(seen, Number(price));
      if (!text.startsWith('430')) return;
      if (text.includes('"ok":true')) joined.resolve();
      else socket.destroy();
    }
  }

  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${SOCKET_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await joined.promise;
  return { socket, seen, rounds: () => 0, stop: () => socket.destroy() };
}

/** Encodes a client's text frame. A mask of zeros leaves the bytes unchanged. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}
