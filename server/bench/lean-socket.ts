import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { openTcp } from './polling/watcher.ts';

export interface LeanSocket {
  readonly tcp: Socket;
  /** Sends one packet. */
  send(text: string): void;
}

/**
 * Opens a socket with hand-written Engine.IO packets, which costs the driver least. Resolves when the server has admitted
 * it. `onText` receives each later text of the server but pings, which are answered.
 */
export async function openLeanSocket(
  url: URL,
  token: string,
  onText: (text: string) => void,
): Promise<LeanSocket> {
  const tcp = await openTcp(url);
  const admitted = Promise.withResolvers<void>();
  let buffered: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  tcp.on('close', () => admitted.reject(new Error('a socket was refused')));
  tcp.on('data', (data) => {
    buffered = buffered.length === 0 ? data : Buffer.concat([buffered, data]);
    if (!isUpgraded) {
      const headEnd = buffered.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      isUpgraded = true;
      buffered = buffered.subarray(headEnd + 4);
    }
    for (let text = takeText(); text !== undefined; text = takeText()) receive(text);
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

  const send = (text: string) => void tcp.write(masked(text));
  function receive(text: string): void {
    if (text === '2') send('3');
    else if (text.startsWith('0')) send(`40${JSON.stringify({ token })}`);
    else if (text.startsWith('40')) admitted.resolve();
    else if (text.startsWith('44')) tcp.destroy();
    else onText(text);
  }

  const key = randomBytes(16).toString('base64');
  tcp.write(
    `GET ${SOCKET_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await admitted.promise;
  return { tcp, send };
}

/** Encodes a client's text frame. A mask of zeros leaves the bytes unchanged. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}
