import { setTimeout as pause } from 'node:timers/promises';
import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';

const phaseMs = 5_000;
const leastShare = 0.3;

export const joiners: Drill = {
  name: 'joiners',
  fault: '16 players at a time pay the entry continuously while 200 bid on the same auction',
  holds: 'the lane keeps at least 30 % of its rate; I1',
  run: ({ play }) =>
    play({
      players: 200,
      spares: 1_200,
      auctionMs: 24_000,
      bidPauseMs: 700,
      fault: async ({ auctions, spares, recorder, announce, addViolation }) => {
        announce('no fault yet: the usual rate is measured');
        const [id = 0] = auctions;
        const rate = async () => {
          const fromMs = Date.now();
          await pause(phaseMs);
          return acknowledgedBetween(recorder.events, fromMs, Date.now());
        };
        const usual = await rate();
        announce('16 players join continuously');
        const over = new AbortController();
        let next = 0;
        const joining = Promise.all(
          Array.from({ length: 16 }, async () => {
            while (!over.signal.aborted) {
              const spare = spares[next++];
              if (!spare) return;
              await spare.payEntry(id);
            }
          }),
        );
        const crowded = await rate();
        over.abort();
        await joining;
        if (crowded < usual * leastShare)
          addViolation(`${crowded} bids in 5 s while others joined, ${usual} before`);
        if (next < 50) addViolation(`only ${next} joined`);
      },
    }),
};
