import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from '../drill.ts';

export const postgresFar: Drill = {
  name: 'postgres-far',
  fault:
    'the network to PostgreSQL is slow, then limited in rate, then drops all packets for 4 s, then all connections are cut',
  holds: 'I1 I4 I7; every request is answered in bounded time',
  run: ({ play, random }) =>
    play({
      auctionMs: 18_000,
      isBehindProxy: true,
      isCloseBlocked: true,
      fault: async ({ proxies, announce, moreBids }) => {
        const each = (set: (proxy: (typeof proxies)[number]) => void) => proxies.forEach(set);
        announce('each round trip to PostgreSQL takes 60 ms more');
        each((proxy) => Object.assign(proxy, { delayMs: 30 }));
        await pause(3_000);
        announce('20 kB/s to PostgreSQL');
        each((proxy) => Object.assign(proxy, { delayMs: 0, bytesPerSecond: 20_000 }));
        await pause(3_000);
        announce('the network to PostgreSQL drops all packets');
        each((proxy) => Object.assign(proxy, { bytesPerSecond: Number.POSITIVE_INFINITY, isFrozen: true }));
        await pause(4_000);
        each((proxy) => Object.assign(proxy, { isFrozen: false }));
        announce('connections to PostgreSQL are cut');
        for (let nth = 0; nth < 5; nth += 1) {
          proxies[random.int(0, 1)]?.cutAll();
          await moreBids(3);
        }
      },
    }),
};
