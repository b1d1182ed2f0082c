import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';
import type { NpmStartWorld } from '../npm-start-scenario.ts';

const names = { postgres: 'PostgreSQL', redis: 'Redis' } as const;
const rounds = 3;
const enoughMs = 4_000;

export const npmStartServicesKilled: Drill = {
  name: 'npm-start-services-killed',
  fault: 'PostgreSQL and Redis of npm start are killed (-9), several times, under load',
  holds: 'I1 I2 I4 I7; both are restarted and the server recovers',
  run: ({ playUnderNpmStart }) =>
    playUnderNpmStart({
      auctionMs: 30_000,
      isCloseBlocked: true,
      fault: async (world) => {
        for (let round = 0; round < rounds; round += 1) {
          const first = world.random.pick(['postgres', 'redis'] as const);
          await killAndBid(world, first);
          await killAndBid(world, first === 'postgres' ? 'redis' : 'postgres');
        }
        for (const name of Object.values(names)) expectLines(world, name);
      },
    }),
};

async function killAndBid(world: NpmStartWorld, service: keyof typeof names): Promise<void> {
  const { home, announce, moreBids, recorder, endMs, addViolation } = world;
  announce(`${names[service]} is killed`);
  await home.killService(service);
  announce(`${names[service]} runs again`);
  const backAtMs = Date.now();
  await moreBids(10);
  const bids = acknowledgedBetween(recorder.events, backAtMs, Date.now());
  // On a busy machine the auctions may end before the recovery.
  if (endMs - backAtMs > enoughMs && bids < 10)
    addViolation(`only ${bids} bids were accepted after ${names[service]} was back`);
}

/** Expects one log line for each time that the service was killed. */
function expectLines({ product, addViolation }: NpmStartWorld, name: string): void {
  const lines = product.output.match(new RegExp(`^${name} \\(process`, 'gm')) ?? [];
  if (lines.length !== rounds)
    addViolation(`the log has ${lines.length} lines for ${rounds} ends of ${name}`);
}
