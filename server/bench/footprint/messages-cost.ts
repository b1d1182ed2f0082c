import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { Bus } from '../../src/rooms/bus.ts';
import { SECRETS_KEY } from '../bench-database.ts';
import type { Deployment, Used } from './deployment.ts';

const ROUNDS_OF_ROOMS = 200;
const GAP_MS = 20;
const MORE_SUBSCRIBERS = 8;

/** The cost of a message between servers, for Redis and for a receiving server. */
export interface MessageCosts {
  announcementNodeUs: number;
  redisPublishUs: number;
  redisDeliveryUs: number;
}

function subscribe(bus: Bus, room: string): Promise<void> {
  bus.subscribe(room);
  return bus.confirmed(room);
}

/** Publishes counts of watchers as a further server would. The rooms have watchers on `serverAt` only. */
export async function measureMessages(
  deployment: Deployment,
  serverAt: number,
  auctionIds: readonly number[],
  idle: { nodeUsPerS: number; redisUsPerS: number },
): Promise<MessageCosts> {
  const openBus = () =>
    new Bus({
      url: process.env.REDIS_URL,
      prefix: deployment.prefix,
      secret: createHash('sha256').update(SECRETS_KEY).digest(),
      onMessage: () => {},
      log: { warn() {}, info() {} },
      onForeign: () => {},
    });
  const publisher = openBus();
  const subscribers = Array.from({ length: MORE_SUBSCRIBERS }, openBus);
  const rooms = auctionIds.map(auctionRoom);
  const publish = async () => {
    for (let round = 0; round < ROUNDS_OF_ROOMS; round += 1) {
      for (const room of rooms) publisher.publish(room, { k: 'w', n: 1 });
      await pause(GAP_MS);
    }
  };
  const messages = ROUNDS_OF_ROOMS * rooms.length;
  const redisUs = (used: Used) => (used.redisUs - used.seconds * idle.redisUsPerS) / messages;
  try {
    for (const bus of [publisher, ...subscribers]) while (!bus.isReady) await pause(10);
    // The server's watchers receive a frame for the first count, but none for equal ones after it.
    for (const room of rooms) publisher.publish(room, { k: 'w', n: 1 });
    await pause(1_500);
    const [toOne] = await deployment.measure(publish);
    for (const bus of subscribers) await Promise.all(rooms.map((room) => subscribe(bus, room)));
    const [toMany] = await deployment.measure(publish);
    const redisDeliveryUs = (redisUs(toMany) - redisUs(toOne)) / MORE_SUBSCRIBERS;
    return {
      announcementNodeUs:
        ((toOne.nodeUs[serverAt] ?? Number.NaN) - toOne.seconds * idle.nodeUsPerS) / messages,
      redisDeliveryUs,
      redisPublishUs: redisUs(toOne) - redisDeliveryUs,
    };
  } finally {
    for (const bus of [publisher, ...subscribers]) bus.close();
  }
}
