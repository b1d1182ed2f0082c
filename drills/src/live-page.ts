import type { AuctionState } from '@copup/shared/auctions.ts';
import { auctionRoom, SOCKET_PATH, userRoom } from '@copup/shared/room-names.ts';
import type { SocketCall } from '@copup/shared/socket-calls.ts';
import type { WatcherRecord } from '@copup/testkit/checker/judge-watchers.ts';
import type { Recorder } from '@copup/testkit/history.ts';
import { Player } from '@copup/testkit/players.ts';
import { sendOverSocket } from '@copup/testkit/socket-calls.ts';
import { io } from 'socket.io-client';
import { Realtime } from '../../client/src/realtime/realtime.ts';
import { createRealtimeStore } from '../../client/src/realtime/realtime-store.ts';
import { ServerClock } from '../../client/src/realtime/server-clock.ts';

const nowMs = () => performance.now();

export interface PageOptions {
  name: string;
  user: { id: string; username: string; token: string };
  /** What the browser opens: a proxy before the servers. */
  url: string;
  auction: number;
  recorder: Recorder;
}

/** The open page of an auction: the client's own code for sockets and rooms, without a browser. */
export class LivePage {
  readonly player: Player;
  /** The longest time between two shown updates of the auction, and how often the page was not live, since `begin`. */
  longestGapMs = 0;
  notLive = 0;
  readonly #name: string;
  readonly #room: string;
  readonly #store = createRealtimeStore();
  readonly #realtime: Realtime;
  #shownAtMs = nowMs();

  constructor({ name, user, url, auction, recorder }: PageOptions) {
    this.#name = name;
    this.#room = auctionRoom(auction);
    const realtime = new Realtime({
      store: this.#store,
      clock: new ServerClock(nowMs, () => Date.now()),
      nowMs,
    });
    this.#realtime = realtime;
    realtime.connect(() =>
      io(url, {
        path: SOCKET_PATH,
        transports: ['websocket'],
        auth: { token: user.token },
        autoConnect: false,
        forceNew: true,
        reconnectionDelay: 300,
        reconnectionDelayMax: 2_000,
      }),
    );
    for (const room of [this.#room, userRoom(user.id)]) realtime.rooms.acquire(room);
    const request = (_: string, call: unknown) => realtime.call(call as SocketCall);
    this.player = new Player(user, [url], 0, recorder, (command) => sendOverSocket({ request }, command));
    this.#store.subscribe((now, before) => {
      if (before.connection === 'live' && now.connection !== 'live') this.notLive += 1;
      if (now.rooms[this.#room]?.version === before.rooms[this.#room]?.version) return;
      this.longestGapMs = Math.max(this.longestGapMs, nowMs() - this.#shownAtMs);
      this.#shownAtMs = nowMs();
    });
  }

  get isLive(): boolean {
    return this.#store.getState().connection === 'live' && this.auction !== undefined;
  }

  get auction(): AuctionState | undefined {
    return this.#store.getState().rooms[this.#room]?.state as AuctionState | undefined;
  }

  /** Measures from now on. */
  begin(): void {
    this.longestGapMs = 0;
    this.notLive = 0;
    this.#shownAtMs = nowMs();
  }

  get records(): WatcherRecord[] {
    const { rooms } = this.#store.getState();
    return Object.entries(rooms).map(([room, { epoch, version, state }]) => ({
      ...{ watcher: this.#name, room, epoch, version },
      state: state as WatcherRecord['state'],
    }));
  }

  close(): void {
    this.#realtime.disconnect();
  }
}
