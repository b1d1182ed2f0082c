import { mathCalls } from '@copup/shared/calls/contests.ts';
import type { Deps } from '../../../deps.ts';
import { invariant } from '../../../errors.ts';
import { routes } from '../../../routes.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { toContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { PlayLane } from '../play-lane.ts';
import type { Plays } from '../plays.ts';
import type { MathInput, MathResult } from './math-rules.ts';

export interface MathRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  play: Plays['math'];
  lane: PlayLane<MathInput, MathResult>;
}

/** The calls of the specification under /mathGame. */
export const mathRoutes = (
  deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
  { calls, subject, play, lane }: MathRoutesParts,
) =>
  routes(mathCalls, {
    'GET /mathGame/all': async ({ viewer, query }, reply) =>
      (await calls.list(reply, viewer, 'math', query)).map(toContest),

    'POST /mathGame/join-game': ({ viewer, key, body }) =>
      joinContest(deps, subject, play, {
        id: body.gameId,
        viewer,
        key,
        payWith: body.pay_with,
      }),

    'GET /mathGame/game/:id': async ({ viewer, params }) => {
      const row = await calls.get(viewer, 'math', params.id);
      return { ...toContest(row), ...(await calls.ownResult(viewer, row)) };
    },

    'GET /mathGame/countdown/:id': ({ viewer, params }) => calls.timeLeft(viewer, 'math', params.id),

    'GET /mathGame/new-question/:id': async ({ viewer, params }, reply) => {
      const { result } = await lane.submit(
        String(params.id),
        { player: toPlayer(viewer), input: { requests: 'question' } },
        deps.clock.wallMs() - reply.elapsedTime,
      );
      return result.question;
    },

    'GET /mathGame/top-users/:id': async ({ viewer, params }) =>
      (await calls.state(viewer, 'math', params.id)).top.map(([username, points, profile = '']) => ({
        username,
        points,
        profile,
      })),

    'POST /mathGame/pick-answer': async ({ viewer, key, body }, reply) => {
      const { gameId, questionId, pickedOption: picked } = body;
      const played = await lane.submit(
        String(gameId),
        {
          player: toPlayer(viewer),
          input: { requests: 'answer', questionId, picked, key },
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
  });
