import type { Drill } from '../drill.ts';

export const serverKilled: Drill = {
  name: 'server-killed',
  fault: 'one of two servers is killed (-9) at a random point while players bid',
  holds: 'I1 I4 I7',
  run: ({ play, random, isShort }) =>
    play({
      ...(isShort ? {} : { players: 200, auctionMs: 20_000, bidPauseMs: 1_500 }),
      fault: async ({ servers, moreBids, announce }) => {
        await moreBids(random.int(0, 40));
        const server = random.pick(['one', 'two']);
        announce(`server ${server} is killed`);
        await servers.find(({ name }) => name === server)?.kill();
      },
      judge: ({ watchers }) =>
        watchers.some(({ connections }) => connections > 1) ? [] : ['no watcher had to reconnect'],
    }),
};
