import { inOrder, planBidding, planSockets } from './bidding.ts';
import type { Scenario, Step } from './scenario.ts';

const CARDS_ON_A_LIST = 12;
const THINK_MS = { list: 5_000, auction: 15_000 };
/** The share of page changes at which the connection drops, like a phone that loses its network. */
const DROP_SHARE = 0.1;

export const mixed: Scenario = {
  summary: 'mixed use: users view the list, open auctions, bid and lose their network, with think times',
  defaults: { clients: 300, rooms: 20, rate: 15, durationMs: 60_000 },
  plan(sizes, random) {
    const { rooms, durationMs } = sizes;
    const bidding = planBidding(sizes, random);
    const users = Math.max(bidding.users, sizes.clients);
    const list = ['auctions', 'user'];
    for (let at = 0; at < Math.min(rooms, CARDS_ON_A_LIST); at += 1) list.push(`auction:#${at}@card`);
    const sockets = planSockets(sizes, () => list);
    const steps: Step[] = [...bidding.steps];
    for (const { user } of sockets) {
      let isOnList = true;
      for (
        let atMs = random.gap(THINK_MS.list);
        atMs < durationMs;
        atMs += random.gap(isOnList ? THINK_MS.list : THINK_MS.auction)
      ) {
        isOnList = !isOnList;
        if (random.next() < DROP_SHARE) steps.push({ atMs, do: 'drop', socket: user });
        const auction = random.int(0, rooms - 1);
        steps.push({ atMs, do: 'read', user, page: isOnList ? 'list' : auction });
        steps.push({
          atMs,
          do: 'watch',
          socket: user,
          rooms: isOnList ? list : [`auction:#${auction}`, 'user'],
        });
      }
    }
    return { ...bidding, users, sockets, steps: inOrder(steps) };
  },
};
