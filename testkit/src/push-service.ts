import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that the service keeps for a browser. */
export interface KeptMessage {
  topic: string;
  ttlS: number;
  urgency: string;
  body: Buffer;
}

export interface PushAnswer {
  status: number;
  retryAfter?: string;
  delayMs?: number;
  /** Closes the connection without an answer. */
  closes?: boolean;
}

interface Channel {
  waiting: KeptMessage[];
  /** The next answers, in place of 201. */
  answers: PushAnswer[];
  /** How many messages were accepted, of which later ones may have replaced earlier ones. */
  accepted: number;
}

/**
 * A push service (RFC 8030) on a local port, in place of a browser's. It checks the signature and the audience of each
 * VAPID token (RFC 8292), and keeps one message for each topic until the browser collects it.
 */
export class PushService {
  readonly url: string;
  /** Requests with their answers, in order. */
  readonly answered: { path: string; status: number; atMs: number }[] = [];
  /** The answer to all requests without one of their own, while set. */
  always: PushAnswer | undefined;
  readonly #server: Server;
  readonly #channels = new Map<string, Channel>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, reply) => void this.#receive(request, reply));
  }

  static async start(port = 0): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new PushService(server);
  }

  /** The environment of a server that sends to it. */
  env(): Record<string, string> {
    return { PUSH_TEST_SERVICE: this.url };
  }

  /** A browser with a subscription of its own. */
  openBrowser(): PushBrowser {
    const path = `/push/${randomBytes(12).toString('base64url')}`;
    const channel: Channel = { waiting: [], answers: [], accepted: 0 };
    this.#channels.set(path, channel);
    return new PushBrowser(`${this.url}${path}`, channel);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '' } = request;
    const channel = this.#channels.get(path);
    const answer = channel?.answers.shift() ?? this.always ?? { status: 201 };
    if (answer.closes) return void request.socket.destroy();
    if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    const refusal = refusalOf(request, this.url) ?? (channel ? undefined : 404);
    const status = refusal ?? answer.status;
    this.answered.push({ path, status, atMs: Date.now() });
    if (status === 201 && channel) {
      const { topic, ttl, urgency } = request.headers;
      const kept = { topic: String(topic), ttlS: Number(ttl), urgency: String(urgency) };
      channel.waiting = channel.waiting.filter((other) => other.topic !== kept.topic);
      channel.waiting.push({ ...kept, body: Buffer.concat(chunks) });
      channel.accepted += 1;
    }
    reply.writeHead(status, answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter });
    reply.end();
  }
}

/** Holds the private key of its subscription, as a browser does. */
export class PushBrowser {
  readonly endpoint: string;
  readonly #channel: Channel;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(endpoint: string, channel: Channel) {
    this.endpoint = endpoint;
    this.#channel = channel;
    this.#keys.generateKeys();
  }

  /** `PushSubscription.toJSON()`. */
  subscription() {
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: this.endpoint, expirationTime: null, keys };
  }

  /** Sets the next answers to this browser's requests. */
  answer(...answers: PushAnswer[]): void {
    this.#channel.answers.push(...answers);
  }

  get accepted(): number {
    return this.#channel.accepted;
  }

  /** Returns the waiting messages, decrypted, and leaves them there. */
  waiting() {
    return this.#channel.waiting.map(({ body, ...kept }) => ({
      ...kept,
      content: JSON.parse(this.#decrypt(body).toString()),
    }));
  }

  /** Receives what waits. */
  collect() {
    const messages = this.waiting();
    this.#channel.waiting = [];
    return messages;
  }

  /** RFC 8291: the header of RFC 8188 carries the salt and the sender's public key; there is one record. */
  #decrypt(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
    const shared = this.#keys.computeSecret(senderKey);
    const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, by, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), senderKey]);
    const secret = derive(shared, this.#auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(body.subarray(-16));
    const record = Buffer.concat([
      decipher.update(body.subarray(21 + senderKey.length, -16)),
      decipher.final(),
    ]);
    // The delimiter of the last record, then padding.
    return record.subarray(0, record.lastIndexOf(2));
  }
}

/** Returns the status of a request without a valid token or without what RFC 8030 asks for. */
function refusalOf({ method, headers }: IncomingMessage, audience: string): number | undefined {
  if (method !== 'POST') return 405;
  if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) return 400;
  if (headers.topic !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(String(headers.topic))) return 400;
  const { authorization = '' } = headers;
  if (knownTokens.has(authorization)) return undefined;
  const status = refusalOfToken(authorization, audience);
  if (status === undefined) knownTokens.add(authorization);
  return status;
}

/** Each is checked once, as the sender signs it once for hours. */
const knownTokens = new Set<string>();

function refusalOfToken(authorization: string, audience: string): number | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return 401;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const ieee = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, ieee, Buffer.from(signature, 'base64url'))) return 403;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const leftS = exp - Date.now() / 1_000;
  const isValid = aud === audience && leftS > 0 && leftS <= 86_400 && /^(mailto|https):/.test(sub);
  return isValid ? undefined : 403;
}
