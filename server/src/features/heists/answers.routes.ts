import { HeistResult, SubmitAnswerBody, SubmitAnswerReply } from '@copup/shared/heists.ts';
import { IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { type AnswerLane, submitAnswer } from './answer-lane.ts';
import { readResult } from './heist-result.ts';

const tags = ['heists'];

/** The calls of the specification's point 7, "Heist", that take answers and name the winner. */
export const answersRoutes =
  (deps: Pick<Deps, 'db' | 'clock'>, { answers }: { answers: AnswerLane }): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/hurt/submitAnswer/:id',
      {
        config: {
          access: 'player',
          limit: 'heistAnswer',
          errors: ['HEIST_NOT_FOUND', 'HEIST_NOT_STARTED', 'HEIST_ENDED', 'NO_TICKET', 'ALREADY_ANSWERED'],
        },
        schema: {
          tags,
          summary:
            'Answers the question of a started heist, once; the reply never shows whether it is correct (H3)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: SubmitAnswerBody,
          response: { 200: SubmitAnswerReply },
        },
      },
      ({ viewer, params, headers, body }, reply) =>
        submitAnswer(
          answers,
          params.id,
          { viewer, answer: body.answer, key: headers['idempotency-key'] },
          deps.clock.wallMs() - reply.elapsedTime,
        ),
    );

    app.get(
      '/hurt/heist/winner/:id',
      {
        config: { access: 'user', limit: 'read', errors: ['HEIST_NOT_FOUND', 'HEIST_NOT_COMPLETED'] },
        schema: {
          tags,
          summary:
            "The winner of a completed heist, its question and answer, and the caller's own answer (H4)",
          params: IdParams,
          response: { 200: HeistResult },
        },
      },
      ({ viewer, params }) => readResult(deps, viewer, params.id),
    );
  };
