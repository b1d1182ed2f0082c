import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Encodes one masked frame of at most 65,535 bytes. The mask is zero, so the payload stays unchanged. */
export function frame(opcode: number, payload: string | Buffer = '', isFinal = true): Buffer {
  const body = Buffer.from(payload);
  const first = (isFinal ? 0x80 : 0) | opcode;
  const header =
    body.length < 126
      ? [first, 0x80 | body.length]
      : [first, 0x80 | 126, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), body]);
}

export const text = (packet: string): Buffer => frame(opcodes.text, packet);

/** A minimal websocket on TCP, for frames that no client library sends and for replies that stay unread. */
export class WireSocket {
  readonly tcp: Socket;
  #received = '';
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  private constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.tcp = connect(Number(port), hostname);
    const look = () => {
      for (const waiting of this.#waiting) waiting();
    };
    this.tcp.on('data', (data) => {
      this.#received += data.toString('latin1');
      look();
    });
    this.tcp.on('error', () => undefined);
    this.tcp.on('close', () => {
      this.#isClosed = true;
      look();
    });
  }

  /** Resolves when Engine.IO has opened, before any Socket.IO packet. */
  static async open(url: string, { query = '', headers = [] as string[] } = {}): Promise<WireSocket> {
    const socket = new WireSocket(url);
    const key = randomBytes(16).toString('base64');
    const request = [
      `GET ${SOCKET_PATH}/?EIO=4&transport=websocket${query} HTTP/1.1`,
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
      ...headers,
    ];
    socket.tcp.write(`${request.join('\r\n')}\r\n\r\n`);
    await socket.receives('pingInterval');
    return socket;
  }

  static async admitted(url: string, token: string): Promise<WireSocket> {
    const socket = await WireSocket.open(url);
    socket.write(text(`40${JSON.stringify({ token })}`));
    await socket.receives('40{');
    return socket;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get received(): string {
    return this.#received;
  }

  write(...frames: Buffer[]): void {
    this.tcp.write(Buffer.concat(frames));
  }

  /** Resolves with the next match; rejects if the server closes the socket first. */
  async receives(part: string): Promise<void> {
    await this.#until(() => this.#received.includes(part) || this.#isClosed);
    if (!this.#received.includes(part)) throw new Error(`no ${part} in ${this.#received.slice(-200)}`);
  }

  async closed(): Promise<void> {
    await this.#until(() => this.#isClosed);
  }

  #until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  destroy(): void {
    this.tcp.destroy();
  }
}
