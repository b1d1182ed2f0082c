import { answersCalls } from '@copup/shared/calls/heists.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { type AnswerLane, submitAnswer } from './answer-lane.ts';
import { readResult } from './heist-result.ts';

/** The calls of the specification's point 7, "Heist", that take answers and name the winner. */
export const answersRoutes = (deps: Pick<Deps, 'db' | 'clock'>, { answers }: { answers: AnswerLane }) =>
  routes(answersCalls, {
    'POST /hurt/submitAnswer/:id': ({ viewer, params, key, body }, reply) =>
      submitAnswer(
        answers,
        params.id,
        { viewer, answer: body.answer, key },
        deps.clock.wallMs() - reply.elapsedTime,
      ),

    'GET /hurt/heist/winner/:id': ({ viewer, params }) => readResult(deps, viewer, params.id),
  });
