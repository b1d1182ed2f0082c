import type { UnitCosts } from './unit-costs.ts';

export interface Inputs {
  sockets: number;
  /** Number of auctions open at the same time. */
  rooms: number;
  bidsADay: number;
}

/** Assumptions beside the inputs; `assumptionFlags` in options.ts describes each. */
export interface Assumptions {
  peakFactor: number;
  hottestShare: number;
  updatesPerSecond: number;
  requestsPerSocketMinute: number;
  minutesPerVisit: number;
  utilisation: number;
  returnSeconds: number;
  poolSize: number;
  maxConnections: number;
}

/** Traffic at the peak, per second. */
export interface Traffic {
  bids: number;
  hottestBids: number;
  /** Frames delivered to sockets of the hottest auction, and to those of all others. */
  hottestDeliveries: number;
  deliveries: number;
  /** Frames that carry only the number of watchers. */
  countDeliveries: number;
  joins: number;
  requests: number;
  /** Changes noted in PostgreSQL for the reconciliation, each read by every server. */
  changes: number;
  /** Updates of auction rooms that servers receive or create. */
  updates: number;
  /** Messages about watchers that servers send and receive. */
  announcements: number;
  announcementDeliveries: number;
  redisDeliveries: number;
}

/** CPU by cause, in cores at the peak. */
export type Causes = Record<string, number>;

export interface Load {
  traffic: Traffic;
  node: Causes;
  postgres: Causes;
  redis: Causes;
  bytesOut: number;
  bytesIn: number;
  redisBytesOut: number;
  walBytes: number;
}

export interface Plan extends Load {
  servers: number;
  nodeCores: number;
  postgresCores: number;
  redisCores: number;
  redisShards: number;
  connections: number;
  memoryGb: number;
  postgresMemoryGb: number;
  diskBytesADay: number;
  walBytesADay: number;
}

const DAY_S = 86_400;
const US = 1e6;
const KB_PER_GB = 1024 ** 2;
const MB_PER_GB = 1024;
/** Ethernet, IP and TCP headers of a packet. */
export const PACKET_BYTES = 66;
/** Every server repeats its count of each room's watchers this often, and sends a changed count within a second. */
const ANNOUNCE_PER_SECOND = 0.1;
const MAX_ANNOUNCE_PER_SECOND = 1;
/** Of all servers that hold a room. */
const ANNOUNCEMENTS_PER_SECOND = 10;
/** Interval of frames with counts only: 2 ms for each member on the server, within 1 to 5 s. */
const COUNT_MS_PER_MEMBER = 2;
const MIN_COUNT_INTERVAL_S = 1;
const MAX_COUNT_INTERVAL_S = 5;
/** The auction, the hold and the release with two sides each, and an inbox. */
const CHANGES_OF_BID = 6;
const MAX_SERVERS = 1_000_000;

export const sum = (causes: Causes): number => Object.values(causes).reduce((total, each) => total + each, 0);

/**
 * Returns the frames per second for events at random times, if frames are at least 1/cap seconds apart and the first
 * event after a pause is sent at once.
 */
export function conflated(perSecond: number, cap: number): number {
  if (perSecond === 0) return 0;
  const interval = 1 / cap;
  return 1 / (interval + Math.exp(-perSecond * interval) / perSecond);
}

/** Returns the expected number of servers with a socket of a room, if each socket is on a random server. */
export function holders(sockets: number, servers: number): number {
  if (servers === 1) return Math.min(1, sockets);
  return servers * -Math.expm1(sockets * Math.log1p(-1 / servers));
}

function trafficOf({ sockets, rooms, bidsADay }: Inputs, assumed: Assumptions, servers: number): Traffic {
  const bids = (bidsADay / DAY_S) * assumed.peakFactor;
  const hottestShare = Math.max(assumed.hottestShare, 1 / rooms);
  const others = rooms - 1;
  const joins = sockets / (60 * assumed.minutesPerVisit);
  const kinds = [
    { count: 1, sockets: sockets * hottestShare, bids: bids * hottestShare },
    ...(others === 0
      ? []
      : [
          {
            count: others,
            sockets: (sockets * (1 - hottestShare)) / others,
            bids: (bids * (1 - hottestShare)) / others,
          },
        ]),
  ].map((room) => {
    const held = holders(room.sockets, servers);
    const changes = sockets === 0 ? 0 : (2 * joins * room.sockets) / sockets;
    const announcements =
      held === 0
        ? 0
        : held *
          Math.max(
            Math.min(ANNOUNCE_PER_SECOND, 1 / held),
            conflated(changes / held, Math.min(MAX_ANNOUNCE_PER_SECOND, ANNOUNCEMENTS_PER_SECOND / held)),
          );
    const members = held === 0 ? 0 : room.sockets / held;
    const countIntervalS = Math.min(
      MAX_COUNT_INTERVAL_S,
      Math.max(MIN_COUNT_INTERVAL_S, (members * COUNT_MS_PER_MEMBER) / 1_000),
    );
    const updates = conflated(room.bids, assumed.updatesPerSecond);
    // A frame with counts only is sent after a second without an update.
    const countFrames = conflated(changes, 1 / countIntervalS) * Math.exp(-room.bids);
    return {
      deliveries: room.count * updates * room.sockets,
      countDeliveries: room.count * countFrames * room.sockets,
      updates: room.count * room.bids * held,
      announcements: room.count * announcements,
      announcementDeliveries: room.count * announcements * held,
    };
  });
  const total = (of: keyof (typeof kinds)[number]) => kinds.reduce((all, kind) => all + kind[of], 0);
  const hottestDeliveries = kinds[0]?.deliveries ?? 0;
  const updates = total('updates');
  const announcementDeliveries = total('announcementDeliveries');
  return {
    bids,
    hottestBids: bids * hottestShare,
    hottestDeliveries,
    deliveries: total('deliveries') - hottestDeliveries,
    countDeliveries: total('countDeliveries'),
    joins,
    requests: (sockets * assumed.requestsPerSocketMinute) / 60,
    changes: CHANGES_OF_BID * bids,
    updates,
    announcements: total('announcements'),
    announcementDeliveries,
    redisDeliveries: updates + 2 * bids + announcementDeliveries,
  };
}

/** Returns the load at the peak for a number of servers. */
export function loadOf(inputs: Inputs, assumed: Assumptions, costs: UnitCosts, servers: number): Load {
  const traffic = trafficOf(inputs, assumed, servers);
  const { bids, deliveries, hottestDeliveries, countDeliveries, joins, requests, updates } = traffic;
  const { announcements, announcementDeliveries, redisDeliveries, changes } = traffic;
  const { sockets } = inputs;
  const allDeliveries = deliveries + hottestDeliveries + countDeliveries;
  return {
    traffic,
    node: {
      'servers without sockets': (servers * costs.serverNodeUs) / US,
      'idle sockets': (sockets * costs.socketNodeUs) / US,
      bids: (bids * costs.bidNodeUs) / US,
      'updates of wallets': (bids * costs.walletNodeUs) / US,
      'updates received and encoded': (updates * costs.updateNodeUs) / US,
      deliveries: (deliveries * costs.deliveryNodeUs + hottestDeliveries * costs.fanoutNodeUs) / US,
      'deliveries of watcher counts': (countDeliveries * costs.deliveryNodeUs) / US,
      'announcements of watchers': (announcementDeliveries * costs.announcementNodeUs) / US,
      'reconciliation of rooms': (servers * changes * costs.changeNodeUs) / US,
      'joining sockets': (joins * costs.joinNodeUs) / US,
      requests: (requests * costs.requestNodeUs) / US,
    },
    postgres: {
      'servers without sockets': (servers * costs.serverPostgresUs) / US,
      'reconciliation of rooms': (servers * changes * costs.changePostgresUs) / US,
      bids: (bids * costs.bidPostgresUs) / US,
      'joining sockets': (joins * costs.joinPostgresUs) / US,
      requests: (requests * costs.requestPostgresUs) / US,
    },
    redis: {
      'servers without sockets': (servers * costs.serverRedisUs) / US,
      bids: (bids * costs.bidRedisUs) / US,
      'announcements of watchers':
        (announcements * costs.redisPublishUs + announcementDeliveries * costs.redisDeliveryUs) / US,
      'updates of rooms': ((redisDeliveries - announcementDeliveries) * costs.redisDeliveryUs) / US,
    },
    bytesOut:
      allDeliveries * (costs.deliveryBytes + PACKET_BYTES) +
      bids * (costs.walletBytes + 2 * PACKET_BYTES + costs.bidReceivedBytes + PACKET_BYTES) +
      sockets * costs.socketBytes +
      joins * costs.joinBytes +
      requests * (costs.requestSentBytes + PACKET_BYTES),
    bytesIn: (bids + requests) * (costs.bidSentBytes + PACKET_BYTES) + allDeliveries * PACKET_BYTES,
    redisBytesOut: redisDeliveries * costs.redisDeliveryBytes,
    walBytes: bids * costs.bidWalBytes,
  };
}

/**
 * Returns the smallest plan, with at least two servers, that carries the peak even while the sockets of a lost server
 * reconnect.
 */
export function plan(inputs: Inputs, assumed: Assumptions, costs: UnitCosts): Plan {
  let servers = 2;
  while (servers < MAX_SERVERS && !isEnough(inputs, assumed, costs, servers))
    servers = Math.max(servers + 1, Math.floor(servers * 1.01));
  if (servers >= MAX_SERVERS) throw new Error('This load is too high for any number of servers.');
  const load = loadOf(inputs, assumed, costs, servers);
  const redisCores = sum(load.redis) / assumed.utilisation;
  const connections = servers * assumed.poolSize;
  return {
    ...load,
    servers,
    nodeCores: sum(load.node),
    postgresCores: sum(load.postgres) / assumed.utilisation,
    redisCores,
    redisShards: Math.max(1, Math.ceil(redisCores)),
    connections,
    memoryGb:
      (servers * costs.serverResidentMb) / MB_PER_GB + (inputs.sockets * costs.socketResidentKb) / KB_PER_GB,
    postgresMemoryGb: (connections * costs.connectionMb) / MB_PER_GB,
    diskBytesADay: inputs.bidsADay * costs.bidDiskBytes,
    walBytesADay: inputs.bidsADay * costs.bidWalBytes,
  };
}

function isEnough(inputs: Inputs, assumed: Assumptions, costs: UnitCosts, servers: number): boolean {
  const cores = sum(loadOf(inputs, assumed, costs, servers).node);
  const returning = (inputs.sockets / servers / assumed.returnSeconds) * (costs.returnNodeUs / US);
  return cores <= servers * assumed.utilisation && cores + returning <= servers - 1;
}
