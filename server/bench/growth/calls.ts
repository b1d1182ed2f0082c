import { consoleLists } from '@copup/shared/room-names.ts';
import { type ApiClient, accepted } from '@copup/testkit/client.ts';
import { RoomChanges } from '../../src/rooms/room-changes.ts';
import { untilDecided } from '../../test/until-decided.ts';
import type { Call } from './call.ts';
import { listExamples, routeExamples } from './examples.ts';
import { type ApiPaths, getCalls } from './get-calls.ts';
import type { GrownServer } from './grown-server.ts';
import { openContests } from './load-contests.ts';
import { FIRST_HEIST } from './load-heists.ts';
import { createSamples } from './samples.ts';

/**
 * Lists everything that a player or an operator can read, every bid and entry, every periodic sweep and every poll of a
 * server.
 */
export async function listCalls(server: GrownServer): Promise<Call[]> {
  const player = await server.player(0);
  await joinContests(player);
  await unlock(server, player);
  const samples = await createSamples(server, player);
  return [
    ...getCalls(server.app.swagger() as ApiPaths, {
      player,
      operator: server.operator,
      routes: routeExamples(server.world, samples),
      lists: listExamples(samples),
    }),
    ...(await commandCalls(server)),
    ...sweepCalls(server),
    ...(await pollCalls(server)),
  ];
}

/** Runs the work that the loader leaves to the product, until the purges and sweeps have nothing to do. */
export async function settleServer({ sweeps, world }: GrownServer): Promise<void> {
  const days = Math.ceil(world.auctions / 1_000);
  for (let nth = 0; nth < 3 + days; nth += 1) for (const sweep of sweeps) await sweep.run();
}

/** Joins contests: some of what a player sees, such as the commitment of a card game, is created by joining. */
async function joinContests(player: ApiClient): Promise<void> {
  // The first commands of a server with much data may be too late on a busy machine.
  const joins = [
    untilDecided(() => player.post('/tap/join-tap', { tap_contest_id: openContests.tap })),
    untilDecided(() => player.post('/cardGameOne/join-card-game', { gameId: openContests.card })),
    untilDecided(() => player.post('/mathGame/join-game', { gameId: openContests.math })),
  ];
  for (const reply of await Promise.all(joins)) accepted(reply);
}

/** The list of waiting heists needs an unlock (H7), and the commitment of a spin is created by one (B1). */
async function unlock({ deps }: GrownServer, player: ApiClient): Promise<void> {
  const code = 'growth';
  await deps.db.pool.query(
    `INSERT INTO settings (key, value)
      SELECT key, to_jsonb($1::text) FROM unnest(ARRAY['heistUnlockCode', 'spinPasscode']) AS key
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [code],
  );
  await deps.settings.refresh();
  const replies = await Promise.all([
    player.post('/hurt/heists/unlock', { code }),
    player.post('/user/spin/unlock', { passcode: code }),
  ]);
  for (const reply of replies) accepted(reply);
}

/** Lists a bid by the two leading players of a live auction in turn, and entries by one player after another. */
async function commandCalls(server: GrownServer): Promise<Call[]> {
  const { live } = server.world;
  const bidders = [await server.player(live.other), await server.player(live.leader)];
  let bids = 0;
  let entrant = 0;
  const post = async (client: ApiClient | undefined, path: string) => {
    const reply = await client?.post(path);
    if (reply?.status !== 200) throw new Error(`POST ${path}: ${reply?.status} ${reply?.text}`);
  };
  const newEntrant = async () => {
    entrant += 1;
    return server.player(entrant);
  };
  let next = await newEntrant();
  return [
    {
      name: 'POST /auction/bid/{id}',
      kind: 'player',
      run: () => post(bidders[bids++ % 2], `/auction/bid/${live.auctionId}`),
    },
    {
      name: 'POST /auction/pay-entry/{id}',
      kind: 'player',
      run: async () => {
        await post(next, `/auction/pay-entry/${live.auctionId}`);
        next = await newEntrant();
      },
    },
  ];
}

function sweepCalls({ sweeps }: GrownServer): Call[] {
  return sweeps.map(({ name, run, soonMs }) => ({
    name: `sweep ${name}`,
    kind: 'sweep',
    run: async () => {
      await run();
      await soonMs?.();
    },
  }));
}

/** Returns ids of rooms to read, by kind of room; the operators' rooms except those of single items read no tables. */
async function roomIds(server: GrownServer): Promise<Record<string, string[]>> {
  const { live } = server.world;
  const ofKind = (kind: keyof typeof openContests) =>
    Array.from({ length: 20 }, (_, nth) => String(openContests[kind] + 3 * nth));
  const heists = Array.from({ length: 20 }, (_, nth) => String(FIRST_HEIST + nth));
  const users = await server.userIds([...Array(20).keys()]);
  return {
    auction: Array.from({ length: 20 }, (_, nth) => String(live.auctionId + nth)),
    auctions: [''],
    tap: ofKind('tap'),
    card: ofKind('card'),
    math: ofKind('math'),
    contests: [''],
    heist: heists,
    vault: heists,
    heists: [''],
    bets: [''],
    user: users,
    item: [
      `auction-${live.auctionId}`,
      `contest-${openContests.tap}`,
      `heist-${FIRST_HEIST}`,
      ...users.map((id) => `user-${id}`),
    ],
    overview: [''],
    list: [...consoleLists],
    ops: [],
    find: [],
  };
}

async function pollCalls(server: GrownServer): Promise<Call[]> {
  const { deps, roomKinds } = server;
  const ids = await roomIds(server);
  const rooms = roomKinds.flatMap((room): Call[] => {
    const known = ids[room.kind];
    if (!known) throw new Error(`room ${room.kind} has no ids: add them to server/bench/growth/calls.ts`);
    if (known.length === 0) return [];
    return [{ name: `snapshots of rooms ${room.kind}`, kind: 'poll', run: () => room.snapshot(known) }];
  });
  return [
    { name: 'ended sessions', kind: 'poll', run: () => deps.sessions.readChanges() },
    { name: 'uses of sessions', kind: 'poll', run: () => deps.sessions.writeUses() },
    { name: 'settings', kind: 'poll', run: () => deps.settings.refresh() },
    {
      name: 'changes of rooms',
      kind: 'poll',
      run: async () => {
        const changes = new RoomChanges(deps.db);
        await changes.read();
        return changes.read();
      },
    },
    ...rooms,
  ];
}
