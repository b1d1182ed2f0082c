import type { RecentBid } from '@copup/shared/auctions.ts';
import type { Page, WebSocketRoute } from 'playwright-core';

/** A room's state and, for an auction, the bids sent with the join. */
interface StagedRoom {
  version: number;
  state: unknown;
  recent: RecentBid[];
  watchers: number;
}

const neverMs = 3_600_000;

/** The server side of the page's websocket, controlled by the test. */
export class StagedSocket {
  readonly #rooms = new Map<string, StagedRoom>();
  readonly #joined = new Set<string>();
  #route: WebSocketRoute | undefined;
  #isAway = false;
  #isMute = false;

  static async take(page: Page): Promise<StagedSocket> {
    const socket = new StagedSocket();
    await page.routeWebSocket(/\/socket\.io\//, (route) => socket.#open(route));
    return socket;
  }

  /** Sets a room's state, and sends it if the page has joined the room. */
  set(
    room: string,
    state: unknown,
    { recent = [], watchers = 1 }: Partial<Pick<StagedRoom, 'recent' | 'watchers'>> = {},
  ): void {
    const version = (this.#rooms.get(room)?.version ?? 0) + 1;
    this.#rooms.set(room, { version, state, recent, watchers });
    if (this.#joined.has(room)) this.#send(['room:state', this.#frameOf(room)]);
  }

  /** Forgets all rooms. */
  clear(): void {
    this.#rooms.clear();
    this.#joined.clear();
  }

  hasJoined(room: string): boolean {
    return this.#joined.has(room);
  }

  /** Closes the connection and refuses new ones until `allowReconnect`. */
  async disconnect(): Promise<void> {
    this.#isAway = true;
    const route = this.#route;
    this.#route = undefined;
    await route?.close({ code: 1012 });
  }

  allowReconnect(): void {
    this.#isAway = false;
  }

  /** Stops replying to joins. */
  mute(): void {
    this.#isMute = true;
  }

  #open(route: WebSocketRoute): void {
    if (this.#isAway) {
      void route.close({ code: 1012 });
      return;
    }
    this.#route = route;
    this.#joined.clear();
    route.onMessage((message) => this.#handleMessage(route, String(message)));
    const times = { pingInterval: neverMs, pingTimeout: neverMs, maxPayload: 1_000_000 };
    route.send(`0${JSON.stringify({ sid: 'staged', upgrades: [], ...times })}`);
  }

  /** Engine.IO 4 with Socket.IO 5: 40 opens the namespace, 42 is an event, 43 its acknowledgement. */
  #handleMessage(route: WebSocketRoute, message: string): void {
    if (message.startsWith('40')) route.send('40{"sid":"staged"}');
    const event = /^42(\d+)(.*)$/s.exec(message);
    if (!event || this.#isMute) return;
    const [name, { rooms, room }] = JSON.parse(event[2] ?? '') as [
      string,
      { rooms?: string[]; room?: string },
    ];
    // Taps are never acknowledged.
    if (name === 'tap') return;
    const names = rooms ?? (room === undefined ? [] : [room]);
    if (name === 'room:leave') for (const each of names) this.#joined.delete(each);
    // Calls are not taken here, so they come over HTTP, where the stage answers them.
    const answer =
      name === 'room:join' ? { rooms: names.map((each) => this.#join(each)) } : { ok: name !== 'call' };
    route.send(`43${event[1]}${JSON.stringify([answer])}`);
  }

  #join(room: string): unknown {
    const known = this.#rooms.get(room);
    if (!known) return { ok: false, room, code: 'NOT_FOUND', message: 'Not found' };
    this.#joined.add(room);
    return { ...this.#frameOf(room), ok: true, recent: known.recent };
  }

  #frameOf(room: string): object {
    const { version, state, watchers } = this.#rooms.get(room) ?? { version: 0, state: null, watchers: 0 };
    return { room, epoch: 1, version, state, watchers, serverTime: Date.now() };
  }

  #send(event: unknown[]): void {
    this.#route?.send(`42${JSON.stringify(event)}`);
  }
}
