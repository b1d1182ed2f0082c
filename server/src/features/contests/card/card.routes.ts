import { cardCalls } from '@copup/shared/calls/contests.ts';
import { PICK_INTERVAL_MS } from '@copup/shared/card-games.ts';
import { type CardOrder, cardOrders } from '@copup/shared/fairness.ts';
import type { CursorQuery } from '@copup/shared/wire.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { findCommitment } from '../../../fairness/server-seeds.ts';
import { routes } from '../../../routes.ts';
import type { Viewer } from '../../../sessions/sessions.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import { contestSubject } from '../contests.queries.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { secondsLeft, toContest, toContestState, type ViewedContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { PlayLane } from '../play-lane.ts';
import type { Plays } from '../plays.ts';
import { findScore } from '../scores.queries.ts';
import type { CardState, PickInput, PickResult } from './card-rules.ts';

export interface CardRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  play: Plays['card'];
  lane: PlayLane<PickInput, PickResult>;
}

/** The calls of the specification under /cardGameOne, and its misspelt path of the list. */
export const cardRoutes = (
  deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
  { calls, subject, play, lane }: CardRoutesParts,
) => {
  const list = async (viewer: Viewer, query: z.output<typeof CursorQuery>, reply: FastifyReply) =>
    (await calls.list(reply, viewer, 'card', query)).map(toCardGame);

  return routes(cardCalls, {
    'GET /cardGameOne/card-games': ({ viewer, query }, reply) => list(viewer, query, reply),

    'GET /cardGamOne/card-games': ({ viewer, query }, reply) => list(viewer, query, reply),

    'POST /cardGameOne/join-card-game': ({ viewer, key, body }) =>
      joinContest<{ commitment: string }>(deps, subject, play, {
        id: body.gameId,
        viewer,
        key,
        payWith: body.pay_with,
      }),

    'GET /cardGameOne/card-game/:id': async ({ viewer, params }) => {
      const row = await calls.get(viewer, 'card', params.id);
      const [own, commitment, score] = await Promise.all([
        calls.ownResult(viewer, row),
        findCommitment(deps.db, contestSubject(row.id), viewer.userId),
        findScore(deps.db, row.id, viewer.userId),
      ]);
      const [best] = row.top;
      const state = (score?.state ?? undefined) as CardState | undefined;
      return {
        ...toCardGame(row),
        ...own,
        commitment: commitment ?? null,
        winner:
          row.status === 'ended' && best
            ? { username: best.username, profile: best.profile ?? '', score: best.score }
            : null,
        next_pick_at: state ? nextPickAt(state.atMs) : null,
      };
    },

    'GET /cardGameOne/card-game/highest-score/:id': async ({ viewer, params }) =>
      (await calls.state(viewer, 'card', params.id)).top.map(([username, score, profile = '']) => ({
        username,
        score,
        profile,
      })),

    'POST /cardGameOne/pick-card': async ({ viewer, key, body }, reply) => {
      const played = await lane.submit(
        String(body.gameId),
        {
          player: toPlayer(viewer),
          input: { position: body.position ?? 0, key },
        },
        deps.clock.wallMs() - reply.elapsedTime,
      );
      const { nonce, position, cardOrder, value, atMs } = played.result;
      return {
        ...(await calls.standing(body.gameId, played)),
        pickedCard: value,
        position,
        cards: [...(cardOrders[cardOrder] as CardOrder)],
        nonce,
        next_pick_at: nextPickAt(atMs),
      };
    },
  });
};

const nextPickAt = (atMs: number): string => new Date(atMs + PICK_INTERVAL_MS).toISOString();

const toCardGame = (row: ViewedContest) => ({
  ...toContest(row),
  name: row.title,
  timer: secondsLeft(toContestState(row), row.serverTime.getTime()),
});
