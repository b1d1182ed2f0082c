import { connect, type Socket } from 'node:net';
import { ROOM_JOIN, ROOM_SEEN, SOCKET_PATH, userRoom } from '@copup/shared/room-names.ts';
import { serveCalls } from '@copup/testkit/child.ts';
import { withDeadline } from '../../src/deadline.ts';
import { nowMs } from '../usage.ts';

/** What a socket sends after the upgrade: nothing, or Socket.IO's connect packet and one join of these rooms. */
export type Hello =
  | { kind: 'silent' }
  | {
      kind: 'join';
      rooms: readonly string[];
      /** Also joins the room of the token's own user. */
      isPersonal: boolean;
    };

/** Opens thousands of sockets that read, answer pings and count. Hand-written, so that they cost very little. */
const UPGRADE =
  `GET ${SOCKET_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n` +
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const PONG = masked('3');
const OPEN_WITHIN_MS = 60_000;

let sockets: Socket[] = [];
let frames = 0;
let completeAtMs: number[] = [];
/** The length of most frames: a frame of another length may request an acknowledgement. */
let usualBytes = 0;

function countFrame(): void {
  frames += 1;
  if (frames % sockets.length === 0) completeAtMs.push(nowMs());
}

/** Resolves when the socket has received what it requested. */
function openSocket({ port, hello }: OpenOrder, token: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let rest: Buffer | undefined;
  let isUpgraded = false;
  let isReady = false;
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the server closed a socket')));
  socket.on('connect', () => socket.write(UPGRADE));
  socket.on('data', (data) => {
    let bytes = rest === undefined ? data : Buffer.concat([rest, data]);
    rest = undefined;
    if (!isUpgraded) {
      const headEnd = bytes.indexOf('\r\n\r\n');
      if (headEnd === -1) {
        rest = bytes;
        return;
      }
      isUpgraded = true;
      bytes = bytes.subarray(headEnd + 4);
      if (hello.kind === 'silent') settle();
    }
    let at = 0;
    while (at < bytes.length) {
      const short = bytes[at + 1] ?? 127;
      const start = at + (short < 126 ? 2 : 4);
      const end = start + (short < 126 ? short : start <= bytes.length ? bytes.readUInt16BE(at + 2) : 65_536);
      if (end > bytes.length) {
        rest = bytes.subarray(at);
        return;
      }
      if (end - start === 1) socket.write(PONG);
      else if (isReady) {
        countFrame();
        if (end - start !== usualBytes) answer(bytes.toString('latin1', start, end));
      } else onText(bytes.toString('latin1', start, end));
      at = end;
    }
  });

  function answer(text: string): void {
    const seen = /"seen":(\d+)/.exec(text)?.[1];
    if (seen === undefined) usualBytes = text.length;
    else socket.write(masked(`42${JSON.stringify([ROOM_SEEN, { seen: Number(seen) }])}`));
  }

  function settle(): void {
    isReady = true;
    resolve(socket);
  }

  function onText(text: string): void {
    if (text.startsWith('0')) socket.write(masked(`40${JSON.stringify({ token })}`));
    else if (text.startsWith('40') && hello.kind === 'join')
      socket.write(masked(`420${JSON.stringify([ROOM_JOIN, { rooms: roomsOf(hello, token) }])}`));
    else if (text.startsWith('430') && !text.includes('"ok":false')) settle();
    else if (!text.startsWith('42')) reject(new Error(`the server sent ${text}`));
  }
  return promise;
}

/** Returns the rooms to join, as a client derives them from its token. */
function roomsOf({ rooms, isPersonal }: Extract<Hello, { kind: 'join' }>, token: string): readonly string[] {
  if (!isPersonal) return rooms;
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return [...rooms, userRoom(sub)];
}

/** Encodes a client's text frame. A mask of zeros leaves the bytes unchanged. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}

interface OpenOrder {
  port: number;
  hello: Hello;
  tokens: readonly string[];
  atOnce: number;
}

const calls = {
  /** Resolves with the time until all sockets have received what they requested. */
  async open(order: OpenOrder): Promise<number> {
    const startedAtMs = nowMs();
    const waiting = [...order.tokens];
    const opened: Socket[] = [];
    const next = async () => {
      for (let token = waiting.pop(); token !== undefined; token = waiting.pop())
        opened.push(await openSocket(order, token));
    };
    await withDeadline(Promise.all(Array.from({ length: order.atOnce }, next)), OPEN_WITHIN_MS, () => {
      throw new Error(`${opened.length} sockets were open after a minute`);
    });
    sockets.push(...opened);
    return nowMs() - startedAtMs;
  },
  /**
   * Returns the frames since the last fresh count, and when each of them had arrived at all sockets. Bytes are those of
   * all open sockets.
   */
  count({ isFresh }: { isFresh: boolean }) {
    if (isFresh) {
      frames = 0;
      completeAtMs = [];
    }
    const receivedBytes = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
    return { frames, completeAtMs, receivedBytes };
  },
  drop() {
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
    sockets = [];
  },
};
export type DriverCalls = typeof calls;

serveCalls(calls);
