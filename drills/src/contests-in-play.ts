import { setTimeout as pause } from 'node:timers/promises';
import type { AdminContest, ContestKind } from '@copup/shared/contests.ts';
import { contestRoom, contestsRoom, userRoom } from '@copup/shared/room-names.ts';
import { answerQuestion, joinContest, pickCard, readQuestion } from '@copup/testkit/contest-player.ts';
import type { Outcome as Answer, HistoryEvent } from '@copup/testkit/history.ts';
import type { Player } from '@copup/testkit/players.ts';
import { Tapper } from '@copup/testkit/tapper.ts';
import type { Outcome, PlayWorld } from './scene.ts';
import { Watcher } from './watchers.ts';

const entryFee = 5;
const tapPauseMs = 250;
const pickPauseMs = 1_050;
const answerPauseMs = 450;
const retryPauseMs = 200;
const kinds: readonly ContestKind[] = ['tap', 'card', 'math'];
const over = new Set(['CONTEST_ENDED', 'DECIDED_TOO_LATE']);

export interface ContestsInPlay {
  /** Contests that one of the players wins if any player has a point. */
  ids: Record<ContestKind, number>;
  /** Has too few players: its fees are refunded. */
  voidId: number;
  /** Resolves once this many more plays were acknowledged, or the contests are at their end. */
  morePlays(count: number): Promise<void>;
  /** Resolves when every player was refused because the contests have ended. */
  ended: Promise<unknown>;
}

/**
 * The spare players, up to `count`, join a contest of each kind and play until its end, which is that of the auctions.
 * Each has a socket in the rooms of the contests, over which the taps go.
 */
export async function playContests(world: PlayWorld, count: number): Promise<ContestsInPlay> {
  const { admin, realm, endMs, recorder } = world;
  const create = (kind: ContestKind, over: { prize: number; minimum_users: number }) =>
    admin.call<AdminContest>('POST', '/admin/contests', {
      kind,
      title: `Drill ${kind}`,
      entry_fee: entryFee,
      end_date: new Date(endMs).toISOString(),
      realm,
      ...over,
    });
  // A prize above the fees of the minimum number of players, so that there is a subsidy, of which a part is returned.
  const [tap, card, math, unwon] = await Promise.all([
    ...kinds.map((kind) => create(kind, { prize: 3 * entryFee, minimum_users: 2 })),
    create('tap', { prize: 100 * entryFee, minimum_users: count + 1 }),
  ]);
  if (!tap || !card || !math || !unwon) throw new Error('a contest is missing');
  const all = [tap, card, math, unwon];
  const players = world.spares.slice(0, count);
  const urls = world.servers.map(({ url }) => url);
  await Promise.all(
    players.map(async (player) => {
      for (const contest of all) await joinContest(player, contest);
    }),
  );
  const ended = Promise.all(
    players.flatMap((player, nth) => {
      const rooms = all.map(({ kind, id }) => contestRoom(kind, id));
      const socket = new Watcher(`${player.username}'s browser`, urls, nth % urls.length, player.token, [
        ...rooms,
        contestsRoom(realm),
        userRoom(player.userId),
      ]);
      world.watchers.push(socket);
      const tapper = new Tapper(player, socket, recorder, { contest: tap.id, stream: nth + 1 });
      return [
        untilEnded(() => tapper.tap(world.random.int(1, 4)), tapPauseMs),
        untilEnded((turn) => pickCard(player, card.id, turn % 3), pickPauseMs),
        answerUntilEnded(player, math.id),
      ];
    }),
  );
  const played = () => recorder.events.filter(isPlayed).length;
  return {
    ids: { tap: tap.id, card: card.id, math: math.id },
    voidId: unwon.id,
    ended,
    morePlays: async (more) => {
      const goal = played() + more;
      while (played() < goal && Date.now() < endMs) await pause(20);
    },
  };
}

const isOver = ({ reply }: Answer) => over.has((reply as { code?: string } | undefined)?.code ?? '');

async function untilEnded(play: (turn: number) => Promise<Answer>, pauseMs: number): Promise<void> {
  for (let turn = 0; !isOver(await play(turn)); turn += 1) await pause(pauseMs);
}

/**
 * Each question is answered rightly, except every fourth. A question of a server that does not answer is requested from
 * the other.
 */
async function answerUntilEnded(player: Player, id: number): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    const question = await readQuestion(player, id).catch((error: unknown) => String(error));
    if (typeof question === 'string') {
      if ([...over].some((code) => question.includes(code))) return;
      player.useNextServer();
      await pause(retryPauseMs);
      continue;
    }
    await pause(answerPauseMs);
    const sum = question.number1 + question.number2;
    if (isOver(await answerQuestion(player, id, question, turn % 4 === 0 ? sum + 1 : sum))) return;
  }
}

const plays = new Set(['tap', 'pick', 'answer']);
const isPlayed = ({ type, command }: HistoryEvent) => type === 'ok' && plays.has(command);

/** Each kind was played, and plays were acknowledged after the fault began. */
export function judgePlayed({ history, faultFromMs }: Outcome): string[] {
  const played = history.filter(isPlayed);
  const missing = [...plays].filter((play) => played.every(({ command }) => command !== play));
  return [
    ...missing.map((play) => `no ${play} was acknowledged`),
    ...(played.some(({ atMs }) => atMs > faultFromMs)
      ? []
      : ['no play was acknowledged after the fault began']),
  ];
}
