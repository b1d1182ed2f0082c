import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuctionState } from '@copup/shared/auctions.ts';
import { auctionCardRoom, auctionRoom, auctionsRoom, userRoom } from '@copup/shared/room-names.ts';
import { type CheckInput, check, type Verdict } from '@copup/testkit/checker/checker.ts';
import { Recorder } from '@copup/testkit/history.ts';
import { Operator, Player, type SendOverSocket } from '@copup/testkit/players.ts';
import { sendOverSocket } from '@copup/testkit/socket-calls.ts';
import { readBank } from './bank.ts';
import type { Outcome, PlayWorld, Scene } from './scene.ts';
import { Watcher } from './watchers.ts';

const watching = 8;
const coins = 20_000;
const overtimeS = 1;
const convergeMs = 5_000;
const usualBidPauseMs = 220;
const usualAuctionMs = 7_000;

/** The resources that exist before the players start. */
export type Stage = Pick<
  PlayWorld,
  'random' | 'isShort' | 'servers' | 'db' | 'watchers' | 'crowd' | 'atEnd' | 'announce'
> & {
  folder: string;
};

export type Played = Omit<Outcome, 'watchers' | 'servers' | 'exitCodes' | 'folder'>;

/**
 * Creates realm, auctions and entries, runs bids and the fault, and returns the checker's verdicts once all is settled.
 */
export async function play<Own extends Stage>(
  scene: Scene<PlayWorld & Own>,
  account: { email: string; password: string },
  stage: Own,
): Promise<Played> {
  const { servers, db, folder, watchers, random } = stage;
  const urls = servers.map(({ url }) => url);
  const admin = await Operator.signIn(urls[0] ?? '', account.email, account.password);
  const playing = scene.players ?? 8;
  const { id: realm, users } = await admin.createLoadTest(playing + (scene.spares ?? 0), coins);
  const recorder = new Recorder(join(folder, 'history.jsonl'));
  const endMs = Date.now() + (scene.auctionMs ?? usualAuctionMs);
  const auctions = await createAuctions(admin, realm, endMs, scene.extraAuctions ?? 0);
  const main = auctions.slice(0, 3);
  for (const [index, user] of users.slice(0, Math.min(watching, playing)).entries()) {
    const rooms = [
      ...main.map((id) => (index < watching / 2 ? auctionRoom(id) : auctionCardRoom(id))),
      userRoom(user.id),
      auctionsRoom(realm),
    ];
    watchers.push(new Watcher(`${user.username}'s browser`, urls, index % urls.length, user.token, rooms));
  }
  const [first] = watchers;
  if (!first) throw new Error('the scene has no watcher');
  const isActive = (watcher: Watcher) => main.every((id) => stateOf(watcher, id)?.status === 'active');
  await first.until(isActive, convergeMs, 'start of the auctions');

  const team = users.map((user, index) => {
    // Each second player sends over a socket, and by POST with the same key when no reply arrives.
    const watcher = index % 2 === 1 ? watchers[index] : undefined;
    const overSocket: SendOverSocket | undefined = watcher && ((command) => sendOverSocket(watcher, command));
    return new Player(user, urls, index % urls.length, recorder, overSocket);
  });
  const players = team.slice(0, playing);
  await Promise.all(players.map(async (player) => Promise.all(main.map((id) => player.payEntry(id)))));
  const over = new AbortController();
  const bank = readBank(db, realm, recorder, over.signal);
  const bidPauseMs = scene.bidPauseMs ?? usualBidPauseMs;
  const bidding = Promise.all(
    players.map((player, index) =>
      bidUntilEnd(player, watchers[index % watchers.length] ?? first, main, bidPauseMs),
    ),
  );
  const acknowledged = () =>
    recorder.events.filter(({ type, command }) => type === 'ok' && command === 'bid').length;
  const violations: string[] = [];
  const world: PlayWorld & Own = {
    ...stage,
    admin,
    recorder,
    realm,
    auctions,
    players,
    spares: team.slice(playing),
    spareUsers: users.slice(playing),
    endMs,
    addViolation: (violation) => violations.push(violation),
    moreBids: async (count) => {
      const goal = acknowledged() + count;
      while (acknowledged() < goal && Date.now() < endMs) await pause(20);
    },
    untilEndIs: (ms) => pause(Math.max(0, endMs - ms - Date.now())),
  };
  await world.moreBids(10 + random.int(0, 10));
  const faultFromMs = Date.now();
  await scene.inject?.(world);
  const faultToMs = Date.now();
  stage.announce('fault over; checking');
  await bidding;
  over.abort();
  await bank;
  const faultEndedAtMs = scene.isCloseBlocked ? faultToMs : undefined;
  const statusesNow = () => main.map((id) => stateOf(first, id)?.status ?? 'unknown');
  const verdicts = await untilConverged(
    { db, history: recorder.events, realm, faultEndedAtMs },
    [...watchers, ...stage.crowd],
    () => statusesNow().every((status) => status === 'completed' || status === 'unsold'),
  );
  const statuses = statusesNow();
  return { verdicts, violations, history: recorder.events, statuses, faultFromMs, faultToMs };
}

async function createAuctions(
  admin: Operator,
  realm: number,
  endMs: number,
  extra: number,
): Promise<number[]> {
  const body = {
    category: 'product' as const,
    price: 1_000,
    entry_bid_points: 5,
    end_date: new Date(endMs).toISOString(),
    realm,
  };
  const made = await Promise.all([
    admin.createAuction({ ...body, name: 'Generator', overtime_s: overtimeS }),
    admin.createAuction({ ...body, name: 'Blender', overtime_s: overtimeS, bid_increment: 3 }),
    admin.createAuction({ ...body, name: 'Unsold', overtime_s: 0, reserve_points: 1_000_000 }),
    ...Array.from({ length: extra }, (_, nth) =>
      admin.createAuction({ ...body, name: `Extra ${nth + 1}`, overtime_s: 0 }),
    ),
  ]);
  return made.map(({ id }) => id);
}

function stateOf(watcher: Watcher, id: number): AuctionState | undefined {
  return (watcher.stateOf(auctionRoom(id)) ?? watcher.stateOf(auctionCardRoom(id))) as
    | AuctionState
    | undefined;
}

/** Bids on the auctions in turn, every second time with a guard, until all of them have ended. */
async function bidUntilEnd(
  player: Player,
  watcher: Watcher,
  ids: readonly number[],
  bidPauseMs: number,
): Promise<void> {
  const open = new Set(ids);
  for (let turn = 0; open.size > 0; turn += 1) {
    const id = ids[turn % ids.length] ?? 0;
    if (!open.has(id)) continue;
    const seen = stateOf(watcher, id)?.price ?? 0;
    const outcome = await player.bid(id, turn % 2 === 0 ? seen + 20 : undefined);
    const { code } = (outcome.reply ?? {}) as { code?: string };
    if (code === 'AUCTION_ENDED' || code === 'DECIDED_TOO_LATE' || code === 'AUCTION_NOT_ACTIVE')
      open.delete(id);
    else await pause(bidPauseMs);
  }
}

/** Checks repeatedly until all invariants hold and the auctions are settled, or for 5 s; returns the last verdicts. */
async function untilConverged(
  input: Omit<CheckInput, 'watchers'>,
  watchers: readonly Pick<Watcher, 'records'>[],
  isSettled: () => boolean,
): Promise<Verdict[]> {
  const giveUpAtMs = Date.now() + convergeMs;
  for (;;) {
    const verdicts = await check({ ...input, watchers: watchers.flatMap(({ records }) => records) });
    const holds = verdicts.every(({ violations }) => violations.length === 0);
    if ((holds && isSettled()) || Date.now() > giveUpAtMs) return verdicts;
    await pause(100);
  }
}
