import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Random } from '@copup/testkit/random.ts';
import type { AuctionPlan, Need, Plan, PlannedRoom, Sizes, SocketPlan, Step } from './scenario.ts';

/** A user may have five sockets open; after a drop the server may still count the old one while the new one connects. */
export const SOCKETS_PER_USER = 2;
const FEWEST_BIDDERS = 4;
export const ENTRY_FEE = 2;

/** Plans the auctions, each with enough bidders that one bids about once a second, far below the limit of five. */
export function planBidding(
  sizes: Sizes,
  random: Random,
  options: { biddersPerAuction?: number; endsAtMs?: number } = {},
): Omit<Plan, 'sockets'> & { bidders: number } {
  const { rooms, rate, clients, durationMs } = sizes;
  const perAuction = options.biddersPerAuction ?? Math.max(FEWEST_BIDDERS, Math.ceil(rate / rooms));
  const bidders = perAuction * rooms;
  const auctions: AuctionPlan[] = Array.from({ length: rooms }, (_, at) => ({
    name: `Load test ${at + 1}`,
    entryFee: ENTRY_FEE,
    ...(options.endsAtMs !== undefined && { endsAtMs: options.endsAtMs }),
  }));
  const entries = Array.from({ length: bidders }, (_, user) => ({ user, auction: user % rooms }));
  return {
    users: Math.max(bidders, Math.ceil(clients / SOCKETS_PER_USER)),
    // Enough coins to lead at the highest possible price, so that no bid is refused for lack of coins.
    coins: Math.ceil(rate * (durationMs / 1_000) * 2) + 1_000,
    auctions,
    entries,
    contests: [],
    joins: [],
    steps: planBids(sizes, random, perAuction),
    bidders,
  };
}

/**
 * Plans bids at times independent of each other (an open loop): a slow reply delays no later bid. The bidders of an
 * auction take turns, so that they rarely try to outbid themselves.
 */
function planBids({ rooms, rate, durationMs }: Sizes, random: Random, perAuction: number): Step[] {
  const steps: Step[] = [];
  const turns = new Array<number>(rooms).fill(0);
  for (const atMs of planTimes(1_000 / rate, durationMs, random)) {
    const auction = random.int(0, rooms - 1);
    const turn = turns[auction] ?? 0;
    turns[auction] = turn + 1;
    steps.push({ atMs, do: 'bid', user: (turn % perAuction) * rooms + auction, auction });
  }
  return steps;
}

/** With fewer clients some auctions would have no watcher. */
export const needsWatchers: Need = [
  `--clients at least a ${socketLimits.roomsPerSocket}th of --rooms, which is what one socket joins`,
  ({ clients, rooms }) => clients * socketLimits.roomsPerSocket >= rooms,
  ({ rooms }) => `--clients at least ${Math.ceil(rooms / socketLimits.roomsPerSocket)}`,
];

/**
 * Plans one socket for each client, opened evenly over the ramp, each in one auction's room. With fewer clients than
 * auctions, each is in several rooms, so that no auction is without a watcher.
 */
export function planWatchers({ clients, rooms, rampMs }: Sizes, users: number): SocketPlan[] {
  return Array.from({ length: clients }, (_, at) => ({
    user: at % users,
    rooms:
      at < rooms
        ? Array.from(
            { length: Math.ceil((rooms - at) / clients) },
            (_, turn) => `auction:#${at + turn * clients}`,
          )
        : [`auction:#${at % rooms}`],
    opensAtMs: (at / clients) * rampMs,
  }));
}

export const inOrder = (steps: Step[]): Step[] => steps.sort((a, b) => a.atMs - b.atMs);

/** A plan without subjects. */
export const noSubjects = (): Pick<Plan, 'auctions' | 'entries' | 'contests' | 'joins'> => ({
  auctions: [],
  entries: [],
  contests: [],
  joins: [],
});

/** One socket for each player, opened evenly over the ramp. */
export const planSockets = (
  { clients, rampMs }: Sizes,
  roomsOf: (user: number) => PlannedRoom[],
): SocketPlan[] =>
  Array.from({ length: clients }, (_, user) => ({
    user,
    rooms: roomsOf(user),
    opensAtMs: (user / clients) * rampMs,
  }));

/** Times independent of each other, with this distance on average. */
export function* planTimes(meanMs: number, untilMs: number, random: Random): Generator<number> {
  if (!Number.isFinite(meanMs)) return;
  for (let atMs = random.gap(meanMs); atMs < untilMs; atMs += random.gap(meanMs)) yield atMs;
}
