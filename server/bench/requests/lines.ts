import { connect, type Socket } from 'node:net';
import { SOCKET_CALL } from '@copup/shared/room-names.ts';
import { openLeanSocket } from '../lean-socket.ts';

/** What each connection sends again and again. */
export interface LineOrder {
  port: number;
  method: 'GET' | 'POST';
  path: string;
  /** Sent as JSON. */
  body?: object;
  /** Further lines of the head, each with its end. */
  headers?: string;
  /** Sent over an open socket in place of HTTP. */
  bySocket?: { call: string; params: Readonly<Record<string, number>> };
}

/** One connection with one request in flight. */
export interface Line {
  readonly tcp: Socket;
  /** Resolves with whether the reply was a success. */
  send(key?: string): Promise<boolean>;
}

export const openLine = (order: LineOrder, token: string): Promise<Line> =>
  order.bySocket ? openSocketLine(order, token) : openHttpLine(order, token);

// Leaner than any HTTP client, so that the server is measured: written by hand, and of the reply only status and length
// are read.
async function openHttpLine(
  { port, method, path, body, headers = '' }: LineOrder,
  token: string,
): Promise<Line> {
  const tcp = await open(port);
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? '' : 'Content-Type: application/json\r\n';
  const length = method === 'POST' ? `${type}Content-Length: ${text.length}\r\n` : '';
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${length}${headers}`;
  const replied = listen(tcp);
  return {
    tcp,
    async send(key) {
      tcp.write(key === undefined ? `${head}\r\n${text}` : `${head}Idempotency-Key: ${key}\r\n\r\n${text}`);
      return (await replied()) === '200';
    },
  };
}

async function openSocketLine({ port, body, bySocket }: LineOrder, token: string): Promise<Line> {
  let replies = Promise.withResolvers<boolean>();
  const url = new URL(`http://127.0.0.1:${port}`);
  const { tcp, send } = await openLeanSocket(url, token, (text) => {
    if (text.startsWith('43')) replies.resolve(text.includes('[{"ok":true'));
  });
  tcp.on('close', () => replies.reject(new Error('the server closed a socket')));
  let nth = 0;
  return {
    tcp,
    send(key) {
      replies = Promise.withResolvers();
      send(`42${nth++}${JSON.stringify([SOCKET_CALL, { ...bySocket, body, key }])}`);
      return replies.promise;
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay(true)));
    socket.once('error', reject);
  });
}

/** Returns a function that resolves with the status of the next reply. */
function listen(socket: Socket): () => Promise<string> {
  let text = '';
  let resolve: (status: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    const status = text.slice(9, 12);
    text = '';
    resolve(status);
  });
  socket.on('error', (error) => reject(error));
  socket.on('close', () => reject(new Error('the server closed a connection')));
  return () =>
    new Promise((...ends) => {
      [resolve, reject] = ends;
    });
}
