import { auctionRoom, userRoom } from '@copup/shared/room-names.ts';
import { Realtime } from '../../client/src/realtime/realtime.ts';
import { openSocket } from '../../client/src/realtime/realtime-socket.ts';
import { createRealtimeStore } from '../../client/src/realtime/realtime-store.ts';
import { ServerClock } from '../../client/src/realtime/server-clock.ts';

/** The app's own realtime client, without a browser: it watches an auction and its user's wallet. */
export class WatchingClient {
  readonly #realtime: Realtime;
  readonly #store = createRealtimeStore();
  #liveAtMs = 0;

  constructor({ id, token }: { id: string; token: string }, auction: number) {
    const nowMs = () => performance.now();
    const clock = new ServerClock(nowMs, () => Date.now());
    this.#realtime = new Realtime({ store: this.#store, clock, nowMs });
    this.#store.subscribe(({ connection }, { connection: before }) => {
      if (connection === 'live' && before !== 'live') this.#liveAtMs = performance.now();
    });
    for (const room of [auctionRoom(auction), userRoom(id)]) this.#realtime.rooms.acquire(room);
    this.#realtime.connect(() => openSocket(() => token));
  }

  /** Whether the server has confirmed the displayed price. */
  get isLive(): boolean {
    const { connection, rooms } = this.#store.getState();
    return connection === 'live' && Object.keys(rooms).length === 2;
  }

  /** When the state became live the last time, by `performance.now()`. */
  get liveAtMs(): number {
    return this.#liveAtMs;
  }

  close(): void {
    this.#realtime.disconnect();
  }
}
