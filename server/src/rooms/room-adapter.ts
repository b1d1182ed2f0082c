import type { Namespace } from 'socket.io';
import {
  Adapter,
  type BroadcastOptions,
  ClusterAdapterWithHeartbeat,
  type ClusterMessage,
  type ClusterResponse,
  MessageType,
} from 'socket.io-adapter';
import { type Bus, EVERYONE } from './bus.ts';
import { type EngineConnection, idleTcpOf } from './connection.ts';
import type { WritableSocket } from './direct-writes.ts';

const SOCKET_ID_LENGTH = 20;
const SENT = Promise.resolve();

interface Packet {
  type?: number;
  nsp?: string;
  data: unknown[];
}

interface WriteOptions {
  preEncoded: true;
  volatile: boolean | undefined;
  /** The parts of the websocket frame; only for a packet without binary parts. */
  wsPreEncodedFrame?: Buffer[];
}

/** A packet with its bytes, encoded once for all who receive it. */
export interface EncodedPacket {
  packet: Packet;
  encoded: (string | Buffer)[];
  options: WriteOptions;
  /** The whole websocket frame. */
  frame: Buffer | undefined;
}

/** The type of Socket.IO's packet for an event. */
const EVENT = 2;

/** The parts of the library's in-memory adapter and of its sockets that their types do not declare. */
interface Internals {
  _encode(packet: Packet, options: WriteOptions): (string | Buffer)[];
  computeExceptSids(rooms: ReadonlySet<string> | undefined): Set<string>;
}
interface BroadcastSocket extends WritableSocket {
  notifyOutgoingListeners(packet: Packet): void;
}

/**
 * Creates Socket.IO's option `adapter`. All namespaces of a server share the bus, whose owner closes it. `channelOf`
 * returns the name under which servers with sockets in a room subscribe; several rooms may share one.
 */
export function createRoomAdapter(bus: Bus, channelOf: (room: string) => string = String): typeof Adapter {
  return class extends RoomAdapter {
    constructor(namespace: Namespace) {
      super(namespace, bus, channelOf);
    }
  };
}

/**
 * Socket.IO's rooms across servers. Nothing waits for Redis: sockets of this server receive a broadcast at once, and
 * while Redis is unavailable the other servers miss it. A room's own channel carries the broadcasts to it; a server
 * subscribes while it has sockets in the room, and `join` resolves when the subscription is confirmed or after 300 ms.
 * One channel carries everything else to all servers.
 */
export class RoomAdapter extends ClusterAdapterWithHeartbeat {
  /** Of the last broadcast to one room: bytes over all sockets of this server, and the number of them. */
  readonly lastWritten = { bytes: 0, sockets: 0 };
  readonly #bus: Bus;
  readonly #channelOf: (room: string) => string;

  constructor(namespace: Namespace, bus: Bus, channelOf: (room: string) => string) {
    super(namespace, {});
    const { name } = namespace;
    this.#bus = bus;
    this.#channelOf = (room) => (name === '/' ? channelOf(room) : `${name}#${channelOf(room)}`);
    bus.adapters.set(name, this);
    bus.subscribe(EVERYONE);
    // A socket's own room exists on its server only, and needs no subscription.
    this.on('create-room', (room: string) => {
      if (!this.sids.has(room)) bus.subscribe(this.#channelOf(room));
    });
    this.on('delete-room', (room: string) => {
      if (!this.sids.has(room)) bus.unsubscribe(this.#channelOf(room));
    });
  }

  override init(): void {
    if (this.#bus.isReady) super.init();
    // The only server needs no heartbeats.
    else if (!this.#bus.isOpen) super.close();
  }

  /** The number of sockets of this server in a room. */
  sizeOf(room: string): number {
    return this.rooms.get(room)?.size ?? 0;
  }

  /** Messages of other servers can arrive from now on, again or for the first time. */
  onReady(): void {
    super.init();
  }

  /** Called with a message of the same namespace's adapter on another server. */
  onText(text: string): void {
    const message = JSON.parse(text, restoreBinary) as ClusterMessage & { to?: string };
    if (message.to === undefined || message.to === this.uid) this.onMessage(message);
  }

  override close(): void {
    super.close();
    if (!this.#bus.adapters.delete(this.nsp.name)) return;
    for (const room of this.rooms.keys())
      if (!this.sids.has(room)) this.#bus.unsubscribe(this.#channelOf(room));
    this.#bus.unsubscribe(EVERYONE);
  }

  override publish(message: Parameters<ClusterAdapterWithHeartbeat['publish']>[0]): void {
    if (this.#bus.isOpen) super.publish(message);
  }

  override addAll(id: string, rooms: Set<string>): Promise<void> | void {
    void super.addAll(id, rooms);
    // A socket enters its own room when it connects.
    if (rooms.has(id)) return;
    const [room] = rooms;
    if (room !== undefined && rooms.size === 1) return this.#bus.confirmed(this.#channelOf(room));
    const all = [...rooms].map((one) => this.#bus.confirmed(this.#channelOf(one)));
    return Promise.all(all).then(() => {});
  }

  /** Unlike the library's, it writes to the sockets of this server before it returns. */
  override broadcast(packet: Packet, options: BroadcastOptions): Promise<void> {
    const { rooms, except, flags } = options;
    if (!flags?.local) {
      const opts = { rooms: [...rooms], except: [...(except ?? [])], flags: flags ?? {} };
      this.publish({ type: MessageType.BROADCAST, data: { packet, opts } });
    }
    const [room] = rooms;
    if (room !== undefined && rooms.size === 1) {
      const encoded = this.#encode(packet, flags?.volatile);
      const excluded = (this as unknown as Internals).computeExceptSids(except);
      this.writeEach(room, (id) => (excluded.has(id) ? undefined : encoded));
    } else Adapter.prototype.broadcast.call(this, packet, options);
    return SENT;
  }

  /** Encodes an event, of its name and arguments, for `writeEach`. */
  encodeEvent(event: unknown[]): EncodedPacket {
    return this.#encode({ type: EVENT, data: event }, undefined);
  }

  /**
   * Writes to each socket of this server in a room the packet for it. A frame is written directly to a connection without
   * a backlog, in order with all other packets, since Engine.IO writes uncompressed packets at once. With a backlog it
   * goes through Engine.IO, where it is bounded.
   */
  writeEach(
    room: string,
    packetFor: (id: string, connection: EngineConnection) => EncodedPacket | undefined,
  ): void {
    const sockets = this.nsp.sockets as unknown as ReadonlyMap<string, BroadcastSocket>;
    const { lastWritten } = this;
    lastWritten.bytes = 0;
    lastWritten.sockets = 0;
    for (const id of this.rooms.get(room) ?? []) {
      const socket = sockets.get(id);
      const written = socket && packetFor(id, socket.conn);
      if (!written) continue;
      const { packet, encoded, options, frame } = written;
      socket.notifyOutgoingListeners(packet);
      const tcp = frame && idleTcpOf(socket.conn);
      if (tcp) tcp.write(frame);
      else socket.client.writeToEngine(encoded, options);
      lastWritten.bytes += frame?.length ?? 0;
      lastWritten.sockets += 1;
    }
  }

  #encode(packet: Packet, volatile: boolean | undefined): EncodedPacket {
    packet.nsp = this.nsp.name;
    const options: WriteOptions = { preEncoded: true, volatile };
    const encoded = (this as unknown as Internals)._encode(packet, options);
    const frame = options.wsPreEncodedFrame && Buffer.concat(options.wsPreEncodedFrame);
    if (frame) options.wsPreEncodedFrame = [frame];
    return { packet, encoded, options, frame };
  }

  protected override async doPublish(message: ClusterMessage): Promise<string> {
    this.#send(this.#channelFor(message), message);
    return '';
  }

  protected override async doPublishResponse(to: string, response: ClusterResponse): Promise<void> {
    this.#send(EVERYONE, { ...response, to });
  }

  #channelFor(message: ClusterMessage): string {
    // A broadcast with acknowledgements needs the reply of every server, also of those without sockets in the room.
    if (message.type !== MessageType.BROADCAST || message.data.requestId !== undefined) return EVERYONE;
    const { rooms } = message.data.opts;
    const [room = ''] = rooms;
    return rooms.length === 1 && String(room).length !== SOCKET_ID_LENGTH ? this.#channelOf(room) : EVERYONE;
  }

  #send(channel: string, message: object): void {
    const text = JSON.stringify(message, replaceBinary);
    this.#bus.publish(channel, { k: 'a', n: this.nsp.name, b: text });
  }
}

/** Marks binary data, which JSON cannot represent, in base64. */
const BINARY = '\u0000binary';

function replaceBinary(this: unknown, key: string, value: unknown): unknown {
  // A Buffer's `toJSON` was called already.
  const original = (this as Record<string, unknown>)[key];
  return original instanceof Uint8Array ? { [BINARY]: Buffer.from(original).toString('base64') } : value;
}

function restoreBinary(_key: string, value: unknown): unknown {
  const text = (value as Record<string, unknown> | null)?.[BINARY];
  return typeof text === 'string' ? Buffer.from(text, 'base64') : value;
}
