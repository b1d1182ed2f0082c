import { referralTasksCalls, tasksCalls } from '@copup/shared/calls/tasks.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { pictureHeaders } from '../../uploads/picture-reply.ts';
import { convertTaskCoins, readConvertTerms } from './convert-task-coins.ts';
import { readDataUrl } from './read-data-url.ts';
import { countFriends, listReferralTasks } from './referral-tasks.queries.ts';
import { taskNotFound } from './tasks.errors.ts';
import { findOwnPicture, findOwnTask, listTasks } from './tasks.queries.ts';
import { toReferralTask, toSocialTask } from './tasks.wire.ts';
import { uploadScreenshot } from './upload-screenshot.ts';
import { verifyReferrals } from './verify-referrals.ts';

/** Calls of players: social tasks, uploads and the conversion of task coins (T1, T7). */
export const tasksRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'settings' | 'uploads'>) =>
  routes(tasksCalls, {
    'GET /task/tasks': async ({ viewer, query }, reply) =>
      paged(reply, await listTasks(deps.db, viewer, query)).map(toSocialTask),

    'GET /task/tasks/:id': async ({ viewer, params }) => {
      const task = await findOwnTask(deps.db, viewer, params.id);
      if (!task) throw taskNotFound();
      return toSocialTask(task);
    },

    'GET /task/tasks/:id/screenshot': async ({ viewer, params }, reply) => {
      const picture = await findOwnPicture(deps.db, viewer.userId, params.id);
      if (!picture) throw new Refusal('NOT_FOUND', 'Screenshot not found.');
      return reply.headers(pictureHeaders).send(picture as unknown as string);
    },

    'POST /task/tasks/:id/upload': async ({ viewer, params, key, body }) =>
      uploadScreenshot(deps, {
        taskId: params.id,
        viewer,
        screenshot: await deps.uploads.encodeProof(readDataUrl(body.screenshot)),
        key,
      }),

    'GET /task/convert': ({ viewer }) => readConvertTerms(deps, viewer.userId),

    'POST /task/convert': ({ viewer, key, body }) =>
      convertTaskCoins(deps, {
        taskCoins: body.task_coin,
        shownRate: body.rate,
        viewer,
        key,
      }),
  });

/** Calls of players: referral tasks and their rewards (T1, T7). */
export const referralTasksRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'notices'>) =>
  routes(referralTasksCalls, {
    'GET /task/referral-tasks': async ({ viewer, query }, reply) => {
      const [page, friends] = await Promise.all([
        listReferralTasks(deps.db, viewer, query),
        countFriends(deps.db, viewer.userId),
      ]);
      return paged(reply, page).map((row) => toReferralTask(row, friends));
    },

    'POST /task/referral-tasks/:id/verify': ({ viewer, params, key }) =>
      verifyReferrals(deps, { referralTaskId: params.id, viewer, key }),
  });
