import { type Assumptions, type Inputs, type Plan, plan } from './model.ts';
import type { UnitCosts } from './unit-costs.ts';

/** The resources of one deployment, except servers, which are added as needed. */
export interface Machines {
  postgresCores: number;
  walBytesPerS: number;
  diskBytes: number;
  networkBytesPerS: number;
}

/** A limit of one process, one PostgreSQL, one Redis or one network interface. It is crossed if `ratio` exceeds 1. */
export interface Limit {
  name: string;
  ratio: number;
  remedy: string;
}

export interface Crossing {
  name: string;
  /** The smallest number of sockets that crosses the limit, with rooms and bids in proportion. */
  sockets: number;
  remedy: string;
}

const DAYS_A_YEAR = 365;
/** `MOST` in server/src/rooms/room-changes.ts. */
const CHANGES_A_READ = 20_000;
/** The search for a limit stops if its bounds differ by this factor. */
const EXACT_ENOUGH = 1.01;

export function limitsOf(found: Plan, assumed: Assumptions, machines: Machines, costs: UnitCosts): Limit[] {
  const { utilisation } = assumed;
  return [
    {
      name: 'event loop of one server process',
      ratio: found.nodeCores / utilisation,
      remedy: 'Add server processes, one for each core. They share PostgreSQL and Redis.',
    },
    {
      name: 'max_connections of PostgreSQL',
      ratio: found.connections / assumed.maxConnections,
      remedy:
        'Raise max_connections, and lower DATABASE_POOL_SIZE: more servers need fewer connections each.',
    },
    {
      name: 'core of one Redis',
      ratio: found.redisCores,
      remedy:
        'Route the sockets of an auction to few servers (by its id, in the load balancer): fewer servers receive each message. Then shard Redis; the channels of rooms are sharded pub/sub.',
    },
    {
      name: 'cores of PostgreSQL',
      ratio: found.postgresCores / machines.postgresCores,
      remedy: 'Use a larger machine. A standby can serve reads of lists, but not bids and reconciliation.',
    },
    {
      name: 'changes of rooms that each server reads a second',
      ratio: found.traffic.changes / CHANGES_A_READ,
      remedy: 'Above it each server reads all its rooms every second: raise the bound (room-changes.ts).',
    },
    {
      name: 'WAL of PostgreSQL at the peak',
      ratio: found.walBytes / machines.walBytesPerS,
      remedy:
        'Put the WAL on its own disk, compress it (wal_compression), and archive with enough bandwidth.',
    },
    {
      name: 'disk of PostgreSQL after a year',
      ratio: (found.diskBytesADay * DAYS_A_YEAR) / machines.diskBytes,
      remedy: 'Partition bids and transfers by month, and move old partitions to cheaper storage.',
    },
    {
      name: 'network interface of a server',
      ratio: found.bytesOut / found.servers / machines.networkBytesPerS,
      remedy: 'Place fewer server processes on a machine.',
    },
    {
      name: 'network interface of Redis',
      ratio: found.redisBytesOut / found.redisShards / machines.networkBytesPerS,
      remedy: 'Shard Redis over several machines.',
    },
    {
      name: 'lane of the hottest auction',
      ratio: found.traffic.hottestBids / (costs.hotAuctionBidsPerS * utilisation),
      remedy:
        'Use a disk with faster commits for PostgreSQL. One row lock decides an auction; more servers do not help.',
    },
  ];
}

/** Returns where each limit is first crossed if all inputs grow together, from the smallest of `sizes` to the largest. */
export function findCrossings(
  { sockets, rooms, bidsADay }: Inputs,
  sizes: readonly number[],
  assumed: Assumptions,
  machines: Machines,
  costs: UnitCosts,
): Crossing[] {
  const limitsAt = (size: number) => {
    const scale = size / sockets;
    const inputs = {
      sockets: size,
      rooms: Math.max(1, Math.round(rooms * scale)),
      bidsADay: bidsADay * scale,
    };
    return limitsOf(plan(inputs, assumed, costs), assumed, machines, costs);
  };
  const crossings = limitsAt(sizes[0] ?? sockets).flatMap(({ name, ratio, remedy }, at) => {
    if (ratio > 1) return [{ name, remedy, sockets: sizes[0] ?? sockets }];
    const isCrossed = (size: number) => (limitsAt(size)[at]?.ratio ?? 0) > 1;
    const above = sizes.findIndex(isCrossed);
    if (above < 1) return [];
    let [low = 1, high = 1] = sizes.slice(above - 1, above + 1);
    while (high / low > EXACT_ENOUGH) {
      const middle = Math.sqrt(low * high);
      if (isCrossed(middle)) high = middle;
      else low = middle;
    }
    return [{ name, remedy, sockets: high }];
  });
  return crossings.sort((one, other) => one.sockets - other.sockets);
}
