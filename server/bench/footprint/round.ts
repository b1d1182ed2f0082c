import { setTimeout as pause } from 'node:timers/promises';
import type { Bidder } from './bids.child.ts';
import type { Deployment, Used } from './deployment.ts';
import type { FootprintFigures } from './footprint.bench.ts';
import { measureMessages } from './messages-cost.ts';

/** The server that receives the bids, and the one with all sockets. */
const BIDDING = 0;
const WATCHING = 1;
const ROOMS = 40;
const BIDDERS_PER_ROOM = 3;
const MORE_WATCHERS_PER_ROOM = 24;
const BIDS_PER_SECOND = 100;
const BIDDING_MS = 3_000;
/** Enough bids to make the servers run optimized code. */
const WARM_UP_BIDS_PER_SECOND = 400;
const WARM_UP_MS = 12_000;
const BASE_MS = 6_000;
/** Every socket is pinged once during it. */
export const IDLE_MS = 15_000;
/** Until the rooms have sent their numbers of watchers. */
const SETTLE_MS = 3_000;

interface Crowd {
  auctionIds: number[];
  /** In different rooms, one after the other. */
  bidders: Bidder[];
  /** For each room. */
  watchers: { first: string[]; more: string[] }[];
}

export async function prepareRound(deployment: Deployment): Promise<Crowd> {
  const auctionIds = await deployment.insertAuctions(ROOMS);
  const perRoom: Bidder[][] = [];
  for (const auctionId of auctionIds)
    perRoom.push(await deployment.createBidders(auctionId, BIDDERS_PER_ROOM));
  const bidders = Array.from({ length: BIDDERS_PER_ROOM }, (_, nth) =>
    perRoom.flatMap((each) => each.slice(nth, nth + 1)),
  ).flat();
  const each = 1 + MORE_WATCHERS_PER_ROOM;
  const tokens = await deployment.createWatchers(ROOMS * each);
  const watchers = auctionIds.map((_, at) => ({
    first: tokens.slice(at * each, at * each + 1),
    more: tokens.slice(at * each + 1, (at + 1) * each),
  }));
  const crowd = { auctionIds, bidders, watchers };
  // Warms up: the servers compile their code.
  await deployment.bid(deployment.ports.slice(0, 1), bidders, WARM_UP_BIDS_PER_SECOND, WARM_UP_MS, true);
  return crowd;
}

/** Measures the figures of one round: each is the difference of two states of the same deployment. */
export async function measureRound(
  deployment: Deployment,
  { auctionIds, bidders, watchers }: Crowd,
  idleMs: number,
): Promise<{
  bids: number;
  figures: Omit<FootprintFigures, 'serverResidentMb' | 'bidDiskBytes' | 'connectionMb'>;
}> {
  const [port = 0] = deployment.ports;
  const bid = () => deployment.bid([port], bidders, BIDS_PER_SECOND, BIDDING_MS);
  const nodeOf = (used: Used, at: number) => used.nodeUs[at] ?? Number.NaN;

  const [base] = await deployment.measure(() => pause(BASE_MS));
  const perS = (of: Used, value: (used: Used) => number) => value(of) / of.seconds;
  /** Returns the cost of each bid of a measured span, beyond what the state uses without bids. */
  const perBid = (used: Used, bids: number, idle: Used, value: (used: Used) => number) =>
    (value(used) - perS(idle, value) * used.seconds) / bids;
  const servers = base.nodeUs.length;

  // Without watchers.
  const [alone, aloneBids] = await deployment.measure(bid);
  // The bidders' own rooms and the list.
  await deployment.open(
    WATCHING,
    bidders.map(({ token }) => token),
  );
  const [wallets, walletBids] = await deployment.measure(bid);
  // With one watcher in each auction's room.
  for (const [at, { first }] of watchers.entries()) await deployment.open(WATCHING, first, auctionIds[at]);
  await pause(SETTLE_MS);
  const [few, fewBids] = await deployment.measure(bid);
  // With many watchers.
  const [joining] = await deployment.measure(async () => {
    for (const [at, { more }] of watchers.entries()) await deployment.open(WATCHING, more, auctionIds[at]);
  });
  await pause(SETTLE_MS);
  const [idle] = await deployment.measure(() => pause(idleMs));
  const [many, manyBids] = await deployment.measure(bid);

  const bidderCount = bidders.length;
  const joined = ROOMS * MORE_WATCHERS_PER_ROOM;
  const sockets = bidderCount + ROOMS + joined;
  const [walletNodeUs, fewNodeUs, manyNodeUs] = (
    [
      [wallets, walletBids, base],
      [few, fewBids, base],
      [many, manyBids, idle],
    ] as const
  ).map(([used, { accepted }, without]) =>
    perBid(used, accepted, without, (each) => nodeOf(each, WATCHING)),
  ) as [number, number, number];
  const framesOf = (used: Used, bids: number) => used.frames / bids;
  const bytesOf = (used: Used, bids: number) => used.receivedBytes / bids;
  const [fewFrames, manyFrames] = [framesOf(few, fewBids.accepted), framesOf(many, manyBids.accepted)];
  const walletFrames = framesOf(wallets, walletBids.accepted);
  const deliveryNodeUs = (manyNodeUs - fewNodeUs) / (manyFrames - fewFrames);
  const bidRedisUs = perBid(alone, aloneBids.accepted, base, (used) => used.redisUs);
  const redisBytes = (used: Used, bids: number) => perBid(used, bids, base, (each) => each.redisBytesOut);

  const messages = await measureMessages(deployment, WATCHING, auctionIds, {
    nodeUsPerS: perS(idle, (used) => nodeOf(used, WATCHING)),
    redisUsPerS: perS(idle, (used) => used.redisUs),
  });
  return {
    bids: aloneBids.accepted + walletBids.accepted + fewBids.accepted + manyBids.accepted,
    figures: {
      serverNodeUs: perS(base, (used) => used.nodeUs.reduce((sum, each) => sum + each, 0)) / servers,
      serverPostgresUs: perS(base, (used) => used.postgresUs) / servers,
      serverRedisUs: perS(base, (used) => used.redisUs) / servers,
      socketBytes: perS(idle, (used) => used.receivedBytes) / sockets,
      joinNodeUs:
        (nodeOf(joining, WATCHING) - perS(base, (used) => nodeOf(used, WATCHING)) * joining.seconds) / joined,
      joinPostgresUs: (joining.postgresUs - perS(base, (used) => used.postgresUs) * joining.seconds) / joined,
      joinBytes: joining.receivedBytes / joined,
      bidNodeUs: perBid(alone, aloneBids.accepted, base, (used) => nodeOf(used, BIDDING)),
      // Includes the reads of the two wallets, since bidders have sockets.
      bidPostgresUs: perBid(wallets, walletBids.accepted, base, (used) => used.postgresUs),
      bidRedisUs,
      bidWalBytes: perBid(alone, aloneBids.accepted, base, (used) => used.walBytes),
      bidReceivedBytes: aloneBids.receivedBytes / aloneBids.accepted,
      bidSentBytes: aloneBids.sentBytes / aloneBids.accepted,
      requestSentBytes: await sizeOfReply(port, bidders[0]),
      walletNodeUs,
      walletBytes: bytesOf(wallets, walletBids.accepted),
      updateNodeUs: fewNodeUs - walletNodeUs - deliveryNodeUs * (fewFrames - walletFrames),
      deliveryNodeUs,
      deliveryBytes:
        (bytesOf(many, manyBids.accepted) - bytesOf(few, fewBids.accepted)) / (manyFrames - fewFrames),
      ...messages,
      redisDeliveryBytes: redisBytes(few, fewBids.accepted) - redisBytes(wallets, walletBids.accepted),
    },
  };
}

/** Returns the bytes of a reply with an auction, including headers. */
async function sizeOfReply(port: number, bidder: Bidder | undefined): Promise<number> {
  if (!bidder) throw new Error('there is no bidder');
  const reply = await fetch(`http://127.0.0.1:${port}/api/auction/${bidder.auctionId}`, {
    headers: { authorization: `Bearer ${bidder.token}` },
  });
  if (reply.status !== 200) throw new Error(`the auction was answered with ${reply.status}`);
  const headers = [...reply.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return headers + (await reply.arrayBuffer()).byteLength;
}
