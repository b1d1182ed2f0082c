import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../rounds.ts';
import type { Bidder } from './bids.child.ts';
import { Deployment } from './deployment.ts';

const SERVERS = 2;
const WARM_UP_MS = 5_000;

/**
 * `npm run bench -- sample`: a realistic run, measured as a whole. Sockets are in three rooms and spread over two
 * servers, as are bids. The users of the sockets bid on the auction they watch. `npm run capacity -- --check` compares
 * its prediction with it.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const defaults = { sockets: 500, rooms: 10, 'bids-a-second': 40, seconds: 15, to: '' };
  const { sockets, rooms, seconds, to, 'bids-a-second': perSecond } = readOptions(args, defaults);
  const deployment = await Deployment.start(SERVERS);
  try {
    const perRoom: Bidder[][] = [];
    for (const auctionId of await deployment.insertAuctions(rooms)) {
      const bidders = await deployment.createBidders(auctionId, Math.round(sockets / rooms));
      perRoom.push(bidders);
      for (let server = 0; server < SERVERS; server += 1) {
        const own = bidders.filter((_, at) => at % SERVERS === server).map(({ token }) => token);
        await deployment.open(server, own, auctionId);
      }
    }
    // In random order, as the model assumes: in a fixed order the bids of a room would be evenly spaced, and fewer
    // would be coalesced.
    const bidders = shuffled(perRoom.flat());
    const bid = (durationMs: number, isCold = false) =>
      deployment.bid(deployment.ports, bidders, perSecond, durationMs, isCold);
    await bid(WARM_UP_MS, true);
    await pause(WARM_UP_MS);
    const [used, { accepted, receivedBytes }] = await deployment.measure(() => bid(seconds * 1_000));
    const result = {
      servers: SERVERS,
      sockets: bidders.length,
      rooms,
      seconds: used.seconds,
      bids: accepted,
      nodeUs: used.nodeUs.reduce((sum, each) => sum + each, 0),
      postgresUs: used.postgresUs,
      redisUs: used.redisUs,
      walBytes: used.walBytes,
      bytesOut: used.receivedBytes + receivedBytes,
    };
    console.log(JSON.stringify(result, undefined, 2));
    if (to) writeFileSync(to, JSON.stringify(result));
    return true;
  } finally {
    await deployment.close();
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
