import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { migrate } from '@copup/testkit/database.ts';
import type { ServerProcess } from '@copup/testkit/processes.ts';
import { openReadyProxy } from '@copup/testkit/ready-proxy.ts';
import { quantile } from '../bid-times.ts';
import type { Drills } from '../drill.ts';
import { judgeHeists, playHeists } from '../heists-in-play.ts';
import { judgeNoError } from '../judges.ts';
import { LeanSocket } from '../lean-socket.ts';
import { LivePage } from '../live-page.ts';
import type { World } from '../scene.ts';

const biddersEach = 2;
const bidEveryMs = 1_000;
const arrivalsAtOnce = 50;
/** Below the rate limit of operators. */
const createdASecond = 30;
const hourMs = 3_600_000;
const correctWithinMs = 1_000;

interface Size {
  /** Auctions, each with two bidders who bid in turn. */
  auctions: number;
  /** Sockets that watch each auction: the bidders' pages are the client's own code, the others do the least that a client needs. */
  socketsEach: number;
  deployments: number;
  /** The time without deployments that they are compared with. */
  quietS: number;
  /** Undefined: the servers are killed. */
  drainS: number | undefined;
}
const full: Size = { auctions: 25, socketsEach: 20, deployments: 6, quietS: 10, drainS: 15 };
const small: Size = { auctions: 8, socketsEach: 5, deployments: 2, quietS: 2, drainS: 9 };

/** Each user has two sockets at most: while they move, both are on the servers that remain. */
const usersEach = ({ socketsEach }: Size): number => Math.ceil(socketsEach / 2);

const sceneOf = (size: Size) => ({
  spares: size.auctions * usersEach(size),
  // The scene's own auctions end while the servers are replaced.
  auctionMs: 30_000,
  env: { DRAIN_SECONDS: String(size.drainS ?? 0) },
  inject: (world: World) => deploy(world, size),
});

export const deployDrills: Drills = {
  'rolling-deploy': {
    fault: 'behind a proxy both servers are replaced in turn, with DRAIN_SECONDS, while pages watch and bid',
    holds: 'no page is ever not live; no bid is refused or repeated; no gap in a watched room; I4 I7',
    ...sceneOf(full),
    short: sceneOf(small),
  },
  'rolling-kill': {
    fault: 'behind a proxy both servers are killed (-9) and started again in turn, while pages watch and bid',
    holds: 'every socket has the state within a second of its new connection; I4 I7',
    ...sceneOf({ ...full, drainS: undefined }),
    short: sceneOf({ ...small, drainS: undefined }),
  },
  'next-release': {
    fault:
      'two servers of the previous release are replaced by this version in turn, under bids, tickets and answers',
    holds:
      'I1 to I7 I9; both versions work side by side on the new schema and understand each other’s messages',
    ...{ isPreviousRelease: true, spares: 10, auctionMs: 30_000 },
    judge: (outcome) => [...judgeHeists(outcome), ...judgeNoError(outcome)],
    inject: async (world) => {
      const [first, second] = world.servers;
      if (!first || !second) throw new Error('the scene has too few servers');
      world.announce('the migrations of this version run, under the servers of the other one');
      await migrate(world.postgres);
      await world.moreBids(10);
      await replace(world, second);
      world.announce('both versions serve');
      await world.moreBids(40);
      const heists = await playHeists(world);
      await heists.answered;
      await replace(world, first);
      await world.moreBids(20);
    },
  },
};

async function replace({ announce, addViolation, startAgain }: World, server: ServerProcess): Promise<void> {
  announce(`server ${server.name} is replaced by this version`);
  if ((await server.stop()) !== 0) addViolation(`server ${server.name} did not exit with 0`);
  await startAgain(server);
}

async function deploy(world: World, size: Size): Promise<void> {
  const { servers, announce, addViolation, startAgain } = world;
  const proxy = await openReadyProxy(servers.map(({ url }) => url));
  world.atEnd(() => proxy.close());
  const auctions = await openAuctions(world, size.auctions);
  announce(`no fault yet: ${size.auctions * size.socketsEach} sockets connect`);
  const { pages, others } = await openSockets(world, proxy.url, auctions, size);
  const sockets = [...pages, ...others];
  const bidding = startBidding(pages, auctions);
  const measure = async (work: () => Promise<void>) => {
    const from = bidding.times.length;
    for (const each of sockets) each.begin();
    await work();
    const longestGapMs = Math.max(...sockets.map((each) => each.longestGapMs));
    return {
      longestGapMs,
      p99Ms: quantile(inOrder(bidding.times.slice(from)), 0.99),
      bids: bidding.times.length - from,
    };
  };
  const quiet = await measure(() => pause(size.quietS * 1_000));
  const deploying = await measure(async () => {
    for (let round = 0; round < size.deployments; round += 1) {
      const server = servers[round % servers.length];
      if (!server) throw new Error('the scene has no server');
      announce(`server ${server.name} is replaced, ${round + 1} of ${size.deployments}`);
      if (size.drainS === undefined) await server.kill();
      else if ((await server.stop()) !== 0) addViolation(`server ${server.name} did not exit with 0`);
      await startAgain(server);
      await pause(1_000);
    }
  });
  await bidding.end();
  await cancelAll(world, auctions);
  const notLive = sockets.filter((each) => each.notLive > 0).length;
  const joinMs = Math.max(...others.map(({ longestJoinMs }) => longestJoinMs));
  announce(
    `bids: ${quiet.bids} quiet, p99 ${show(quiet.p99Ms)}; ${deploying.bids} meanwhile, p99 ${show(deploying.p99Ms)}; longest gap ` +
      `${show(quiet.longestGapMs)}, ${show(deploying.longestGapMs)}; ${notLive} of ${sockets.length} not live; joined in ${show(joinMs)}`,
  );
  if (size.drainS === undefined) {
    if (joinMs > correctWithinMs) addViolation(`a socket had the state ${show(joinMs)} after its connection`);
    return;
  }
  if (notLive > 0) addViolation(`${notLive} of ${sockets.length} were not live for a time`);
  for (const [code, count] of bidding.refused) addViolation(`${count} bids were refused: ${code}`);
  const repeated = countRepeated(world, pages);
  if (repeated > 0) addViolation(`${repeated} commands were repeated`);
  // Some seconds with few bids say nothing about times.
  if (world.isShort) return;
  if (deploying.longestGapMs > 2 * quiet.longestGapMs)
    addViolation(`a gap of ${show(deploying.longestGapMs)}, without deployments ${show(quiet.longestGapMs)}`);
  if (deploying.p99Ms > 2 * quiet.p99Ms)
    addViolation(`p99 of a bid ${show(deploying.p99Ms)}, without deployments ${show(quiet.p99Ms)}`);
}

/** Opens auctions that go on until they are cancelled, however long the deployments take. */
async function openAuctions({ admin, realm }: World, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    if (nth % createdASecond === 0) await pause(1_000);
    const { id } = await admin.createAuction({
      ...{ name: `Deployed ${nth}`, category: 'product', price: 1_000, entry_bid_points: 5, overtime_s: 0 },
      ...{ end_date: new Date(Date.now() + hourMs).toISOString(), realm },
    });
    ids.push(id);
  }
  return ids;
}

async function cancelAll({ admin }: World, auctions: readonly number[]): Promise<void> {
  for (const [nth, id] of auctions.entries()) {
    if ((nth + 1) % createdASecond === 0) await pause(1_000);
    await admin.call('POST', `/admin/auctions/${id}/cancel`, { reason: 'The drill is over' });
  }
}

async function openSockets(
  { spareUsers, recorder, crowd }: World,
  url: string,
  auctions: readonly number[],
  size: Size,
) {
  const pages: LivePage[] = [];
  const others: LeanSocket[] = [];
  for (const [nth, auction] of auctions.entries())
    for (let own = 0; own < size.socketsEach; own += 1) {
      const user = spareUsers[nth * usersEach(size) + (own % usersEach(size))];
      if (!user) throw new Error('too few spares');
      const name = `socket ${own} of ${auction}`;
      if (own < biddersEach) pages.push(new LivePage({ name, user, url, auction, recorder }));
      else
        others.push(
          new LeanSocket({
            ...{ name, server: url, token: user.token, room: auctionRoom(auction) },
            reconnectMs: () => 300,
          }),
        );
      if ((pages.length + others.length) % arrivalsAtOnce === 0) await pause(100);
    }
  crowd.push(...pages, ...others);
  for (const page of pages) while (!page.isLive) await pause(50);
  for (const socket of others) while (!socket.isJoined) await pause(50);
  return { pages, others };
}

/** Lets the two bidders of each auction outbid each other, by the state that their pages show. */
function startBidding(pages: readonly LivePage[], auctions: readonly number[]) {
  /** Milliseconds from the bid to its reply. */
  const times: number[] = [];
  const refused = new Map<string, number>();
  const over = new AbortController();
  async function bid(page: LivePage, nth: number): Promise<void> {
    const auction = auctions[Math.floor(nth / biddersEach)] ?? 0;
    await page.player.payEntry(auction);
    await pause(((nth % biddersEach) * bidEveryMs) / biddersEach);
    while (!over.signal.aborted) {
      const fromMs = performance.now();
      if (page.auction?.leader !== page.player.username) {
        const { type, reply } = await page.player.bid(auction);
        times.push(performance.now() - fromMs);
        const code = (reply as { code?: string } | undefined)?.code ?? type;
        if (type !== 'ok') refused.set(code, (refused.get(code) ?? 0) + 1);
      }
      await pause(Math.max(0, fromMs + bidEveryMs - performance.now()));
    }
  }
  const running = pages.map(bid);
  return {
    times,
    refused,
    async end() {
      over.abort();
      await Promise.all(running);
    },
  };
}

function countRepeated({ recorder }: World, pages: readonly LivePage[]): number {
  const names = new Set(pages.map(({ player }) => player.username));
  return recorder.events.filter(({ type, process }) => type === 'unknown' && names.has(process)).length;
}

const inOrder = (times: readonly number[]): number[] => [...times].sort((a, b) => a - b);
const show = (ms: number): string => `${ms.toFixed(0)} ms`;
