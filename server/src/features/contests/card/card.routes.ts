import {
  CardGame,
  CardGameDetail,
  CardLeader,
  JoinCardGameReply,
  JoinGameBody,
  PICK_INTERVAL_MS,
  PickCardBody,
  PickCardReply,
} from '@copup/shared/card-games.ts';
import { type CardOrder, cardOrders } from '@copup/shared/fairness.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { findCommitment } from '../../../fairness/server-seeds.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import { contestSubject } from '../contest-subject.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { secondsLeft, toContest, toContestState, type ViewedContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { PlayLane } from '../play-lane.ts';
import type { Plays } from '../plays.ts';
import { join, playErrors, readList, readOne } from '../route-configs.ts';
import { findScore } from '../scores.queries.ts';
import type { CardState, PickInput, PickResult } from './card-rules.ts';

export interface CardRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  play: Plays['card'];
  lane: PlayLane<PickInput, PickResult>;
}

const tags = ['card games'];

/** The calls of the specification under /cardGameOne, and its misspelt path of the list. */
export const cardRoutes =
  (
    deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
    { calls, subject, play, lane }: CardRoutesParts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    for (const path of ['/cardGameOne/card-games', '/cardGamOne/card-games']) {
      app.get(
        path,
        {
          config: readList,
          schema: {
            tags,
            summary: 'Pending and active card games, newest first; X-Next-Cursor continues',
            querystring: CursorQuery,
            response: { 200: z.array(CardGame) },
          },
        },
        async ({ viewer, query }, reply) => (await calls.list(reply, viewer, 'card', query)).map(toCardGame),
      );
    }

    app.post(
      '/cardGameOne/join-card-game',
      {
        config: join,
        schema: {
          tags,
          summary: 'Joins a card game, pays its entry fee once, and commits to a server seed (C1, C13)',
          headers: IdempotencyHeaders,
          body: JoinGameBody,
          response: { 200: JoinCardGameReply },
        },
      },
      ({ viewer, headers, body }) =>
        joinContest<{ commitment: string }>(deps, subject, play, {
          id: body.gameId,
          viewer,
          key: headers['idempotency-key'],
          payWith: body.pay_with,
        }),
    );

    app.get(
      '/cardGameOne/card-game/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: "One card game, its winner once it has ended, and the caller's result and commitment",
          params: IdParams,
          response: { 200: CardGameDetail },
        },
      },
      async ({ viewer, params }) => {
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
    );

    app.get(
      '/cardGameOne/card-game/highest-score/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'The ten best, at most 250 ms old; the first is the winner once the game has ended (C9)',
          params: IdParams,
          response: { 200: z.array(CardLeader) },
        },
      },
      async ({ viewer, params }) =>
        (await calls.state(viewer, 'card', params.id)).top.map(([username, score, profile = '']) => ({
          username,
          score,
          profile,
        })),
    );

    app.post(
      '/cardGameOne/pick-card',
      {
        config: {
          access: 'player',
          limit: 'pick',
          errors: [...playErrors, 'TOO_FAST'],
        },
        schema: {
          tags,
          summary: 'Picks one of three cards that the server draws for this pick (C3, F1)',
          headers: IdempotencyHeaders,
          body: PickCardBody,
          response: { 200: PickCardReply },
        },
      },
      async ({ viewer, headers, body }, reply) => {
        const played = await lane.submit(
          String(body.gameId),
          {
            player: toPlayer(viewer),
            input: { position: body.position ?? 0, key: headers['idempotency-key'] },
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
    );
  };

const nextPickAt = (atMs: number): string => new Date(atMs + PICK_INTERVAL_MS).toISOString();

const toCardGame = (row: ViewedContest) => ({
  ...toContest(row),
  name: row.title,
  timer: secondsLeft(toContestState(row), row.serverTime.getTime()),
});
