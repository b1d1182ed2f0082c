import { answersCalls } from '@copup/shared/calls/heists.ts';
import type { HeistResult } from '@copup/shared/heists.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findSubject } from '../../subjects/subject-rows.ts';
import { type AnswerLane, submitAnswer } from './answer-lane.ts';
import { listAnswers } from './answers.queries.ts';
import { heistNotCompleted, heistNotFound } from './heists.errors.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import { publicStatus, toCompletedHeist } from './heists.wire.ts';

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

/** Reads how a completed heist ended (H4). The coins of the prize are shown only to the winner. */
async function readResult(
  { db }: Pick<Deps, 'db'>,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  id: number,
): Promise<HeistResult> {
  // A completed heist stays completed: everything below is public by then (H3).
  const heist = await findSubject<HeistRow>(db, heistKind, id);
  if (!heist || heist.realm !== realm) throw heistNotFound();
  if (publicStatus(heist) !== 'completed') throw heistNotCompleted();
  const own = (await listAnswers(db, id, [userId])).get(userId);
  const { winner, ...completed } = toCompletedHeist(heist);
  const won = heist.winnerId === userId;
  return {
    winner,
    winner_profile: heist.winnerProfile ?? '',
    heist: { ...completed, question: heist.question, answer: heist.answers[0] ?? '' },
    own_answer: own?.answer ?? null,
    won,
    won_available: won ? heist.wonAvailable : null,
    won_bonus: won ? heist.wonBonus : null,
  };
}
