import { setTimeout as pause } from 'node:timers/promises';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import type { ProviderWebhook } from '@copup/testkit/provider-books.ts';
import type { PlayWorld } from './scene.ts';

const retries = 50;

/** Returns the items in a random order. */
export const shuffled = <Item>(items: readonly Item[], random: PlayWorld['random']): Item[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Sends all events at once, in a random order, to random servers, as the provider does until it gets a 200. */
export async function deliver(
  { servers, random }: Pick<PlayWorld, 'servers' | 'random'>,
  events: readonly ProviderWebhook[],
): Promise<void> {
  await Promise.all(
    shuffled(events, random).map(async (event) => {
      for (let attempt = 0; attempt < retries; attempt += 1) {
        const reply = await fetch(`${servers[random.int(0, servers.length - 1)]?.url}/api/pay/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'verif-hash': CardProvider.secretHash },
          body: JSON.stringify(event),
        });
        if (reply.ok) return;
        await pause(50);
      }
      throw new Error(`${event.event} was never accepted`);
    }),
  );
}
