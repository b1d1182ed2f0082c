import { JoinGameBody } from '@copup/shared/card-games.ts';
import { JoinContestReply } from '@copup/shared/contests.ts';
import {
  MathCountdown,
  MathGame,
  MathGameDetail,
  MathQuestion,
  PickAnswerBody,
  PickAnswerReply,
  TopMathUser,
} from '@copup/shared/math-games.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { invariant } from '../../../errors.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { toContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { PlayLane } from '../play-lane.ts';
import type { Plays } from '../plays.ts';
import { join, playErrors, readList, readOne } from '../route-configs.ts';
import type { MathInput, MathResult } from './math-rules.ts';

export interface MathRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  play: Plays['math'];
  lane: PlayLane<MathInput, MathResult>;
}

const tags = ['math games'];

/** The calls of the specification under /mathGame. */
export const mathRoutes =
  (
    deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
    { calls, subject, play, lane }: MathRoutesParts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/mathGame/all',
      {
        config: readList,
        schema: {
          tags,
          summary: 'Pending and active math games, newest first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(MathGame) },
        },
      },
      async ({ viewer, query }, reply) => (await calls.list(reply, viewer, 'math', query)).map(toContest),
    );

    app.post(
      '/mathGame/join-game',
      {
        config: join,
        schema: {
          tags,
          summary: 'Joins a math game and pays its entry fee, once (C1)',
          headers: IdempotencyHeaders,
          body: JoinGameBody,
          response: { 200: JoinContestReply },
        },
      },
      ({ viewer, headers, body }) =>
        joinContest(deps, subject, play, {
          id: body.gameId,
          viewer,
          key: headers['idempotency-key'],
          payWith: body.pay_with,
        }),
    );

    app.get(
      '/mathGame/game/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: "One math game and the caller's result",
          params: IdParams,
          response: { 200: MathGameDetail },
        },
      },
      async ({ viewer, params }) => {
        const row = await calls.get(viewer, 'math', params.id);
        return { ...toContest(row), ...(await calls.ownResult(viewer, row)) };
      },
    );

    app.get(
      '/mathGame/countdown/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'Seconds until the end; at most 250 ms old',
          params: IdParams,
          response: { 200: MathCountdown },
        },
      },
      ({ viewer, params }) => calls.timeLeft(viewer, 'math', params.id),
    );

    app.get(
      '/mathGame/new-question/:id',
      {
        config: { access: 'player', limit: 'read', errors: playErrors },
        schema: {
          tags,
          summary: "The user's open question; creates one when there is none (C10)",
          params: IdParams,
          response: { 200: MathQuestion },
        },
      },
      async ({ viewer, params }, reply) => {
        const { result } = await lane.submit(
          String(params.id),
          { player: toPlayer(viewer), input: { requests: 'question' } },
          deps.clock.wallMs() - reply.elapsedTime,
        );
        return result.question;
      },
    );

    app.get(
      '/mathGame/top-users/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'The ten best, at most 250 ms old',
          params: IdParams,
          response: { 200: z.array(TopMathUser) },
        },
      },
      async ({ viewer, params }) =>
        (await calls.state(viewer, 'math', params.id)).top.map(([username, points, profile = '']) => ({
          username,
          points,
          profile,
        })),
    );

    app.post(
      '/mathGame/pick-answer',
      {
        config: {
          access: 'player',
          limit: 'mathAnswer',
          errors: [...playErrors, 'TOO_FAST', 'QUESTION_CLOSED'],
        },
        schema: {
          tags,
          summary: 'Answers the open question; the reply contains the next one (C4)',
          headers: IdempotencyHeaders,
          body: PickAnswerBody,
          response: { 200: PickAnswerReply },
        },
      },
      async ({ viewer, headers, body }, reply) => {
        const { gameId, questionId, pickedOption: picked } = body;
        const played = await lane.submit(
          String(gameId),
          {
            player: toPlayer(viewer),
            input: { requests: 'answer', questionId, picked, key: headers['idempotency-key'] },
          },
          deps.clock.wallMs() - reply.elapsedTime,
        );
        const { isCorrect, question } = played.result;
        invariant(isCorrect !== undefined, 'an answer was not judged');
        return {
          ...(await calls.standing(gameId, played)),
          success: true as const,
          correct: isCorrect,
          message: isCorrect ? 'Correct answer!' : 'Wrong answer!',
          newQuestion: question,
        };
      },
    );
  };
