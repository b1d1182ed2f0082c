import { setTimeout as pause } from 'node:timers/promises';
import { buyTicket } from '@copup/testkit/heist-player.ts';
import { judgePlayed, playContests } from '../contests-in-play.ts';
import type { Drills } from '../drill.ts';
import { createHeist } from '../heists-in-play.ts';
import { judgeNoError } from '../judges.ts';
import type { OwnPair } from '../own-pair.ts';
import type { Outcome, Scene, World } from '../scene.ts';
import { judgeSent, playSends } from '../sends-in-play.ts';

type PairWorld = World<OwnPair>;

/** How many promotions; `COPUP_PROMOTIONS=100 npm run faults -- standby-promoted` takes about 20 minutes. */
const promotions = Number(process.env.COPUP_PROMOTIONS ?? 4);
const roundMs = 11_000;
/** Bids are accepted again within this time after the end of the primary. */
const backWithinMs = 10_000;
const patienceMs = 20_000;

export const promotionDrills: Drills = {
  'standby-promoted': {
    fault: 'the primary ends and its synchronous standby is promoted, under bids, taps, tickets and sends',
    holds: 'P9 R5 I1 I4 I5 I7 I8; no acknowledged command is lost, doubled or late; bids again within 10 s',
    replicated: (isShort) => sceneOf(isShort ? 1 : promotions),
  },
};

const sceneOf = (rounds: number): Scene<PairWorld> => ({
  spares: 6,
  auctionMs: 4_000 + rounds * roundMs,
  isCloseBlocked: true,
  inject: async (world) => {
    const { contests, sends } = { contests: await playContests(world, 4), sends: await playSends(world) };
    for (let round = 1; round <= rounds; round += 1) {
      await untilSynchronous(world);
      await contests.morePlays(world.random.int(5, 20));
      await promoteUnderTickets(world, `${round} of ${rounds}`);
      if (round < rounds) await world.postgres.rejoin();
    }
    await sends.done;
    await contests.ended;
  },
  judge: (outcome: Outcome) => [...judgePlayed(outcome), ...judgeSent(outcome), ...judgeNoError(outcome)],
});

/** Promotes while players buy tickets of a new heist. */
async function promoteUnderTickets(world: PairWorld, which: string): Promise<void> {
  const { random, postgres, spares, announce, addViolation } = world;
  const before = await epochOf(world);
  const heist = await createHeist(world, world.endMs - 500, { category: 'cash', prize: 100 });
  const tickets = spares.map(async (player) => {
    await pause(random.int(0, 400));
    await buyTicket(player, heist.id);
  });
  await pause(random.int(0, 400));
  const how = random.pick(['SIGQUIT', 'SIGKILL'] as const);
  announce(`promotion ${which}, after ${how}`);
  const endedAtMs = Date.now();
  await postgres.promote(how);
  await world.moreBids(10);
  const tookMs = Date.now() - endedAtMs;
  announce(`promotion ${which}: bids again after ${tookMs} ms`);
  if (tookMs > backWithinMs) addViolation(`bids were accepted again ${tookMs} ms after the primary ended`);
  await Promise.all(tickets);
  await until(async () => (await epochOf(world)) > before, 'the promotion opened no epoch');
}

async function epochOf({ db }: PairWorld): Promise<number> {
  const { rows } = await db.pool.query<{ epoch: number }>('SELECT max(epoch) AS epoch FROM database_epochs');
  return Number(rows[0]?.epoch);
}

/** Until every server answers commands only once the standby has them. */
const untilSynchronous = ({ servers }: PairWorld) =>
  until(async () => {
    const replies = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)));
    const states = await Promise.all(replies.map((reply) => reply.json() as Promise<Readiness>));
    return states.every(({ replication }) => replication?.state === 'synchronous');
  }, 'no standby is in sync');

interface Readiness {
  replication?: { state: string };
}

async function until(isTrue: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const giveUpAtMs = Date.now() + patienceMs; !(await isTrue().catch(() => false)); await pause(50))
    if (Date.now() > giveUpAtMs) throw new Error(otherwise);
}
