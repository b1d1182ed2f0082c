import { setTimeout as pause } from 'node:timers/promises';
import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';
import { judgeOutage } from '../judge-outage.ts';
import type { World } from '../scene.ts';

const awayMs = 1_000;
const enoughMs = 4_000;

export const postgresRestarted: Drill = {
  name: 'postgres-restarted',
  fault: 'PostgreSQL is stopped (immediate shutdown) and started again under load',
  holds: 'I1 I2 I4; 503 in the meantime, then automatic recovery',
  run: ({ play }) =>
    play({
      auctionMs: 12_000,
      isCloseBlocked: true,
      fault: (world) =>
        injectOutage(world, 'stopped (immediate shutdown)', () => world.postgres.stopImmediately()),
      judge: judgeOutage,
    }),
};

export const postgresKilled: Drill = {
  name: 'postgres-killed',
  fault: 'PostgreSQL is killed (-9) and started again under load',
  holds: 'I1 I2 I4; 503 in the meantime, then automatic recovery',
  run: ({ play }) =>
    play({
      auctionMs: 12_000,
      isCloseBlocked: true,
      fault: (world) => injectOutage(world, 'killed', () => world.postgres.kill()),
      judge: judgeOutage,
    }),
};

async function injectOutage(
  { postgres, moreBids, announce, endMs, recorder, addViolation }: World,
  how: string,
  end: () => Promise<void>,
) {
  announce(`PostgreSQL is ${how}`);
  await end();
  await pause(awayMs);
  await postgres.restart();
  announce('PostgreSQL is back');
  const backAtMs = Date.now();
  await moreBids(10);
  const bids = acknowledgedBetween(recorder.events, backAtMs, Date.now());
  // On a busy machine the auctions may end before the recovery.
  if (endMs - backAtMs > enoughMs && bids < 10)
    addViolation(`only ${bids} bids were accepted after PostgreSQL was back`);
}
