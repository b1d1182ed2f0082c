import { setTimeout as pause } from 'node:timers/promises';
import type { AdminHeist, Heist, NewHeistBody, VaultState } from '@copup/shared/heists.ts';
import { heistRoom, heistsRoom, userRoom, vaultRoom } from '@copup/shared/room-names.ts';
import { buyTicket, submitAnswer } from '@copup/testkit/heist-player.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import type { Player } from '@copup/testkit/players.ts';
import type { Outcome, PlayWorld } from './scene.ts';
import { Watcher } from './watchers.ts';

const ticketPrice = 5;
const spots = 6;
const startsInMs = 4_000;
const pollMs = 100;
/** Holders have the question this long after the start, also when their server was lost meanwhile. */
const questionWithinMs = 5_000;
/** The clocks of two processes of one machine differ by less than this. */
const toleranceMs = 10;
const answerPauseMs = { from: 50, to: 1_500 };
const question = 'Which word opens the drill vault?';

export interface HeistsInPlay {
  /** A heist whose prize is coins, and one whose prize is a product; both have more buyers than spots. */
  ids: readonly number[];
  /** By the driver's clock. Their end is that of the auctions. */
  startsAtMs: number;
  /** Resolves this many milliseconds before the start; a negative number means after it. */
  untilStartIs(ms: number): Promise<void>;
  /** Resolves when every holder has the question, by the vault's room, and has answered. */
  answered: Promise<unknown>;
}

/**
 * The spare players rush for the tickets of two heists, watch their vaults and answer after the start. Until then they
 * poll the heists, too: neither a frame nor a reply may contain the question before the start (H3).
 */
export async function playHeists(world: PlayWorld): Promise<HeistsInPlay> {
  const startsAtMs = Date.now() + startsInMs;
  const [cash, product] = await Promise.all([
    createHeist(world, startsAtMs, { category: 'cash', prize: 3 * ticketPrice }),
    createHeist(world, startsAtMs, { category: 'product', prize: 500 }),
  ]);
  const ids = [cash.id, product.id];
  await Promise.all(
    world.spares.map(async (player) => {
      for (const id of ids) await buyTicket(player, id);
    }),
  );
  if (Date.now() >= startsAtMs) world.addViolation('the tickets took longer than the time to the start');
  const watchStart = (player: Player, nth: number) => watchAndAnswer(world, { player, nth, ids, startsAtMs });
  return {
    ids,
    startsAtMs,
    untilStartIs: (ms) => pause(Math.max(0, startsAtMs - ms - Date.now())),
    answered: Promise.all(world.spares.map(watchStart)),
  };
}

export function createHeist(
  { admin, realm, endMs }: PlayWorld,
  startsAtMs: number,
  over: Pick<NewHeistBody, 'category' | 'prize'>,
): Promise<AdminHeist> {
  return admin.call<AdminHeist>('POST', '/admin/heists', {
    name: `Drill ${over.category}`,
    prize_name: 'A prize',
    ticket_price: ticketPrice,
    question,
    answers: ['Drill', 'Bohrer'],
    capacity: spots,
    minimum_users: 2,
    starts_at: new Date(startsAtMs).toISOString(),
    end_date: new Date(endMs).toISOString(),
    realm,
    ...over,
  } satisfies NewHeistBody);
}

interface Holder {
  player: Player;
  nth: number;
  ids: readonly number[];
  startsAtMs: number;
}

async function watchAndAnswer(world: PlayWorld, { player, nth, ids, startsAtMs }: Holder): Promise<void> {
  const { servers, realm, recorder, random, addViolation } = world;
  const held = ids.filter((id) => recorder.events.some((event) => isTicketOf(event, player.userId, id)));
  const urls = servers.map(({ url }) => url);
  const rooms = [...held.map(vaultRoom), ...ids.map(heistRoom), heistsRoom(realm), userRoom(player.userId)];
  const watcher = new Watcher(`${player.username}'s browser`, urls, nth % urls.length, player.token, rooms);
  world.watchers.push(watcher);
  const isEarly = () => Date.now() < startsAtMs - toleranceMs;
  const polling = pollUntilStart(player, ids, startsAtMs, (text) => {
    if (isEarly() && text.includes(question))
      addViolation(`${player.username} read the question ${startsAtMs - Date.now()} ms before the start`);
  });
  await Promise.all(
    held.map(async (id) => {
      const isOpen = () => (watcher.stateOf(vaultRoom(id)) as VaultState | undefined)?.question === question;
      const timeoutMs = startsAtMs + questionWithinMs - Date.now();
      await watcher
        .until(isOpen, timeoutMs, `question of heist ${id}`)
        .catch((error: Error) => addViolation(error.message));
      if (isEarly()) addViolation(`${player.username} received the question of heist ${id} before the start`);
      await pause(random.int(answerPauseMs.from, answerPauseMs.to));
      await submitAnswer(player, id, nth % 3 === 0 ? 'a guess' : '  DRILL! ');
    }),
  );
  await polling;
}

async function pollUntilStart(
  player: Player,
  ids: readonly number[],
  startsAtMs: number,
  read: (text: string) => void,
): Promise<void> {
  while (Date.now() < startsAtMs) {
    for (const id of ids) {
      const heist = await player.read<Heist>(`/hurt/heist/${id}`).catch(() => undefined);
      // A server that does not answer is left for the other one.
      if (heist) read(JSON.stringify(heist));
      else player.useNextServer();
    }
    await pause(pollMs);
  }
}

const isTicketOf = ({ type, command, args }: HistoryEvent, userId: string, heistId: number): boolean =>
  type === 'ok' && command === 'buy-ticket' && args.userId === userId && args.heistId === heistId;

/** Every spot of both heists was sold, and each holder's answer acknowledged. */
export function judgeHeists({ history }: Pick<Outcome, 'history'>): string[] {
  const count = (command: HistoryEvent['command']) => {
    const done = history.filter((event) => event.type === 'ok' && event.command === command);
    return new Set(done.map(({ args }) => `${args.heistId} ${args.userId}`)).size;
  };
  const violations: string[] = [];
  if (count('buy-ticket') !== 2 * spots)
    violations.push(`${count('buy-ticket')} of ${2 * spots} tickets were acknowledged`);
  if (count('submit-answer') < spots)
    violations.push(`only ${count('submit-answer')} answers were acknowledged`);
  return violations;
}
