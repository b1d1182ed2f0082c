import { setTimeout as pause } from 'node:timers/promises';
import { callOrThrow, type Player } from '@copup/testkit/players.ts';
import { type PushAnswer, type PushBrowser, PushService } from '@copup/testkit/push-service.ts';
import { findRandomPort } from '../../../scripts/ports.ts';
import { bidTimes, quantile } from '../bid-times.ts';
import type { Drills } from '../drill.ts';

const port = await findRandomPort();
const retryAfterS = 3;
/** Longer than the servers wait for an answer. */
const silenceMs = 6_000;
/** A bid that waited for the push service would take as long as the service's silence. */
const slowestBidMs = 2_000;
const patienceMs = 40_000;

/** What the push service answers at first; all later messages are accepted. */
const faults = {
  down: { status: 0, closes: true },
  slow: { status: 201, delayMs: silenceMs },
  busy: { status: 429, retryAfter: String(retryAfterS) },
  gone: { status: 410 },
  unknown: { status: 404 },
} as const satisfies Record<string, PushAnswer>;
type Fault = keyof typeof faults;
const kinds = Object.keys(faults) as Fault[];

interface Told {
  fault: Fault;
  browser: PushBrowser;
}

export const pushDrills: Drills = {
  'push-service-faults': {
    fault: 'the push service is down, silent for 6 s, answers 429 with Retry-After, 410 and 404',
    holds: `no bid waits; one message for each player, not before Retry-After; devices that are gone are removed`,
    env: { PUSH_TEST_SERVICE: `http://127.0.0.1:${port}` },
    spares: 3 * kinds.length,
    auctionMs: 45_000,
    inject: async ({ auctions, db, servers, spares, announce, addViolation, atEnd }) => {
      const service = await PushService.start(port);
      atEnd(() => service.close());
      const url = servers[0]?.url ?? '';
      const told = await Promise.all(spares.map((spare, nth) => subscribe(service, url, spare, nth)));
      announce('players without a page are outbid');
      for (const spare of spares) {
        await spare.payEntry(auctions[0] ?? 0);
        await spare.bid(auctions[0] ?? 0);
      }
      const left = async () => {
        const { rows } = await db.pool.query<{ endpoint: string }>('SELECT endpoint FROM push_subscriptions');
        return new Set(rows.map(({ endpoint }) => endpoint));
      };
      const isDone = ({ fault, browser }: Told, devices: Set<string>) =>
        isRemoved(fault) ? !devices.has(browser.endpoint) : browser.waiting().length > 0;
      const giveUpAtMs = Date.now() + patienceMs;
      for (let devices = await left(); ; devices = await left()) {
        const open = told.filter((one) => !isDone(one, devices));
        if (open.length === 0) break;
        if (Date.now() < giveUpAtMs) await pause(200);
        else return addViolation(`not told: ${open.map(({ fault }) => fault).join(', ')}`);
      }
      // The answer of a slow service arrives after the message was sent again.
      await pause(silenceMs);
      for (const one of told) for (const violation of judgeTold(service, one)) addViolation(violation);
    },
    judge: ({ history, faultFromMs, faultToMs }) => {
      const slowest = quantile(bidTimes(history, faultFromMs, faultToMs), 1);
      return slowest > slowestBidMs ? [`a bid took ${slowest} ms while the push service failed`] : [];
    },
  },
};

const isRemoved = (fault: Fault) => fault === 'gone' || fault === 'unknown';

async function subscribe(service: PushService, url: string, player: Player, nth: number): Promise<Told> {
  const fault = kinds[nth % kinds.length] as Fault;
  const browser = service.openBrowser();
  browser.answer(faults[fault]);
  const { token } = player;
  await callOrThrow(url, 'POST', '/user/push/devices', { token, body: browser.subscription() });
  return { fault, browser };
}

function judgeTold({ answered }: PushService, { fault, browser }: Told): string[] {
  const own = answered.filter(({ path }) => browser.endpoint.endsWith(path));
  const [first, second] = own;
  const waiting = browser.waiting().length;
  if (waiting !== (isRemoved(fault) ? 0 : 1)) return [`${fault}: ${waiting} messages wait for a device`];
  if (isRemoved(fault) && own.length > 1) return [`${fault}: ${own.length} messages were sent to a device`];
  if (fault !== 'busy' || !first || !second) return [];
  const afterMs = second.atMs - first.atMs;
  return afterMs < retryAfterS * 1_000 ? [`busy: sent again after ${afterMs} ms`] : [];
}
