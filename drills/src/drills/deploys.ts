import { setTimeout as pause } from 'node:timers/promises';
import { openReadyProxy } from '@copup/testkit/ready-proxy.ts';
import type { Drills } from '../drill.ts';
import { LivePage } from '../live-page.ts';
import type { World } from '../scene.ts';

const biddersEach = 2;
const bidEveryMs = 1_000;
const arrivalsAtOnce = 50;

interface Size {
  /** Auctions, each with two bidders who bid in turn. */
  auctions: number;
  /** Pages that watch each auction, the bidders' among them. */
  pagesEach: number;
  deployments: number;
  /** The time without deployments that they are compared with. */
  quietS: number;
  drainS: number;
}
const full: Size = { auctions: 100, pagesEach: 20, deployments: 6, quietS: 10, drainS: 15 };
const small: Size = { auctions: 8, pagesEach: 5, deployments: 2, quietS: 4, drainS: 3 };

const sceneOf = (size: Size) => ({
  spares: size.auctions * biddersEach,
  extraAuctions: size.auctions,
  // With the time to open the pages, and to start a server.
  auctionMs:
    10_000 +
    size.auctions * size.pagesEach * 12 +
    (size.quietS + size.deployments * (size.drainS + 6)) * 1_000,
  env: { DRAIN_SECONDS: String(size.drainS) },
  inject: (world: World) => deploy(world, size),
});

export const deployDrills: Drills = {
  'rolling-deploy': {
    fault: 'behind a proxy both servers are replaced in turn, with DRAIN_SECONDS, while pages watch and bid',
    holds: 'no page is ever not live; no bid is refused or repeated; no gap in a watched room; I4 I7',
    ...sceneOf(full),
    short: sceneOf(small),
  },
};

async function deploy(world: World, { pagesEach, deployments, quietS }: Size): Promise<void> {
  const { servers, spareUsers, recorder, announce, addViolation, startAgain } = world;
  const proxy = await openReadyProxy(servers.map(({ url }) => url));
  world.atEnd(() => proxy.close());
  const auctions = world.auctions.slice(3);
  const pages: LivePage[] = [];
  announce(`no fault yet: ${auctions.length * pagesEach} pages open`);
  for (const [nth, auction] of auctions.entries())
    for (let own = 0; own < pagesEach; own += 1) {
      // The bidders' own pages come first; each of them has further ones, in other tabs.
      const user = spareUsers[nth * biddersEach + (own % biddersEach)];
      if (!user) throw new Error('too few spares');
      const name = `page ${own} of ${auction}`;
      pages.push(new LivePage({ name, user, url: proxy.url, auction, bids: own < biddersEach, recorder }));
      if (pages.length % arrivalsAtOnce === 0) await pause(100);
    }
  world.crowd.push(...pages);
  for (const page of pages) while (!page.isLive) await pause(50);
  const over = new AbortController();
  const times = { quiet: [] as number[], deploying: [] as number[] };
  let phase: keyof typeof times = 'quiet';
  const refused = new Map<string, number>();
  const bidders = auctions.flatMap((auction, nth) =>
    pages.slice(nth * pagesEach, nth * pagesEach + biddersEach).map(async (page, at) => {
      await page.player.payEntry(auction);
      await pause((at * bidEveryMs) / biddersEach);
      while (!over.signal.aborted) {
        const dueMs = performance.now() + bidEveryMs;
        if (page.auction?.leader !== page.player.username) {
          const fromMs = performance.now();
          const { type, reply } = await page.player.bid(auction);
          times[phase].push(performance.now() - fromMs);
          const code = (reply as { code?: string } | undefined)?.code;
          if (type !== 'ok') refused.set(code ?? type, (refused.get(code ?? type) ?? 0) + 1);
        }
        await pause(Math.max(0, dueMs - performance.now()));
      }
    }),
  );
  const measure = async (work: () => Promise<void>) => {
    for (const page of pages) page.begin();
    await work();
    return Math.max(...pages.map(({ longestGapMs }) => longestGapMs));
  };
  const usualMs = await measure(() => pause(quietS * 1_000));
  phase = 'deploying';
  const longestMs = await measure(async () => {
    for (let round = 0; round < deployments; round += 1) {
      const server = servers[round % servers.length];
      if (!server) throw new Error('the scene has no server');
      announce(`server ${server.name} is replaced, ${round + 1} of ${deployments}`);
      const code = await server.stop();
      if (code !== 0) addViolation(`server ${server.name} exited with ${code}`);
      await startAgain(server);
      await pause(1_000);
    }
  });
  over.abort();
  await Promise.all(bidders);
  const names = new Set(pages.map(({ player }) => player.username));
  const repeated = recorder.events.filter(({ type, process }) => type === 'unknown' && names.has(process));
  const notLive = pages.filter((page) => page.notLive > 0).length;
  const [quietP99, deployingP99] = [p99(times.quiet), p99(times.deploying)];
  announce(
    `${times.deploying.length} bids; p99 ${quietP99.toFixed(0)} ms quiet, ${deployingP99.toFixed(0)} ms deploying; ` +
      `longest gap ${usualMs.toFixed(0)} and ${longestMs.toFixed(0)} ms; ${notLive} pages not live`,
  );
  if (notLive > 0) addViolation(`${notLive} of ${pages.length} pages were not live for a time`);
  if (repeated.length > 0) addViolation(`${repeated.length} commands were repeated`);
  for (const [code, count] of refused) addViolation(`${count} bids were refused: ${code}`);
  if (longestMs > 2 * usualMs)
    addViolation(`a watched room had a gap of ${longestMs.toFixed(0)} ms, usually ${usualMs.toFixed(0)} ms`);
  if (deployingP99 > 2 * quietP99)
    addViolation(`p99 of a bid was ${deployingP99.toFixed(0)} ms, quiet ${quietP99.toFixed(0)} ms`);
}

function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
