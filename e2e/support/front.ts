import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A server in front of the app: it can go away, also for the service worker, and send another worker than the app. */
export class Front {
  readonly #server: Server;
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Duplex>();
  /** Changes the source of /sw.js, as another deployment does. */
  changeWorker = (source: string): string => source;
  /** Cuts all connections from now on. */
  #isAway = false;

  private constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) };
    this.#server = createServer((incoming, reply) => void this.#forward(incoming, reply));
    this.#server.on('connection', (socket) => this.#follow(socket));
    this.#server.on('upgrade', (incoming, socket, head) => this.#upgrade(incoming, socket as Socket, head));
  }

  static async open(url: string): Promise<Front> {
    const front = new Front(new URL(url));
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (isAway) for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.setAway(true);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #follow(socket: Duplex): void {
    if (this.#isAway) socket.destroy();
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // A cut connection is part of the test.
    socket.on('error', () => {});
  }

  #forward(incoming: IncomingMessage, reply: ServerResponse): void {
    const { method, url = '/', headers } = incoming;
    const isWorker = url === '/sw.js';
    const forwarded = { ...headers };
    if (isWorker)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete forwarded[name];
    const outgoing = request({ ...this.#target, method, path: url, headers: forwarded }, (answer) => {
      if (!isWorker) {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-length': _, ...rest } = answer.headers;
        reply.writeHead(answer.statusCode ?? 500, rest);
        reply.end(this.changeWorker(Buffer.concat(chunks).toString()));
      });
    });
    outgoing.on('error', () => reply.destroy());
    incoming.pipe(outgoing);
  }

  #upgrade({ method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
    const upstream = connect(this.#target);
    this.#follow(upstream);
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  }
}
