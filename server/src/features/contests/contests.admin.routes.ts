import {
  AdminContest,
  AdminContestsQuery,
  CancelContestBody,
  EditContestBody,
  NewContestBody,
} from '@copup/shared/contests.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import type { SettleDeps } from '../../subjects/subject-kind.ts';
import { changeSubjectImage } from '../../subjects/write-subject.ts';
import { pictureLimits, readPicture } from '../../uploads/read-picture.ts';
import { findContestForOperators, listContestsForOperators } from './contests.admin.queries.ts';
import { contestNotFound } from './contests.errors.ts';
import type { ContestSubject } from './contests.subject.ts';
import { toAdminContest } from './contests.wire.ts';
import { createContest, editContest } from './write-contest.ts';

type AdminDeps = SettleDeps & Pick<Deps, 'db' | 'jobs' | 'uploads'>;

const tags = ['operators: contests'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/contests (O3). */
export const contestsAdminRoutes =
  (deps: AdminDeps, subject: ContestSubject): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart, { limits: pictureLimits });

    const getContest = async (id: number): Promise<z.output<typeof AdminContest>> => {
      const row = await findContestForOperators(deps.db, id);
      if (!row) throw contestNotFound();
      return toAdminContest(row);
    };

    app.get(
      '/admin/contests',
      {
        config,
        schema: {
          tags,
          summary: 'Contests of all kinds and realms; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminContestsQuery.shape),
          response: { 200: z.array(AdminContest) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listContestsForOperators(deps.db, query);
        reply.header('content-range', contentRange('contests', query, rows.length, total));
        return rows.map(toAdminContest);
      },
    );

    app.get(
      '/admin/contests/:id',
      {
        config: { ...config, errors: ['CONTEST_NOT_FOUND'] },
        schema: { tags, summary: 'One contest', params: IdParams, response: { 200: AdminContest } },
      },
      ({ params }) => getContest(params.id),
    );

    app.post(
      '/admin/contests',
      {
        config: { ...config, errors: ['REWARDS_TOO_LOW'] },
        schema: {
          tags,
          summary:
            'Creates a contest, active at once when its start is not in the future, with its subsidy (L7)',
          body: NewContestBody,
          response: { 201: AdminContest },
        },
      },
      async ({ viewer, body }, reply) => {
        const { id } = await createContest(deps, subject, body, viewer.userId);
        return reply.code(201).send(await getContest(id));
      },
    );

    app.put(
      '/admin/contests/:id',
      {
        config: { ...config, errors: ['CONTEST_NOT_FOUND', 'CONTEST_NOT_EDITABLE', 'REWARDS_TOO_LOW'] },
        schema: {
          tags,
          summary: 'Edits a contest: everything but the kind while pending, its words while active',
          params: IdParams,
          body: EditContestBody,
          response: { 200: AdminContest },
        },
      },
      async ({ viewer, params, body }) => {
        await editContest(deps, subject, { id: params.id, operatorId: viewer.userId }, body);
        return getContest(params.id);
      },
    );

    app.post(
      '/admin/contests/:id/cancel',
      {
        config: {
          ...config,
          needsRecentSignIn: true,
          errors: ['CONTEST_NOT_FOUND', 'CONTEST_ENDED'],
        },
        schema: {
          tags,
          summary: 'Cancels a contest: it is void, the subsidy goes back and entry fees are refunded (C1)',
          params: IdParams,
          body: CancelContestBody,
          response: { 200: AdminContest },
        },
      },
      async ({ viewer, params, body }) => {
        await cancelSubject(deps, subject, { id: params.id, operatorId: viewer.userId, reason: body.reason });
        return getContest(params.id);
      },
    );

    app.post(
      '/admin/contests/:id/image',
      {
        config: { ...config, errors: ['CONTEST_NOT_FOUND', 'CONTEST_NOT_EDITABLE', 'BAD_IMAGE'] },
        schema: {
          tags,
          summary:
            'Puts a picture on a contest: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB',
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: AdminContest },
        },
      },
      async (request) => {
        const { viewer, params } = request;
        await getContest(params.id);
        const image = await deps.uploads.storeImage(await readPicture(request));
        let replaced: string | null;
        try {
          const command = { id: params.id, operatorId: viewer.userId };
          ({ replaced } = await changeSubjectImage(deps, subject, command, image));
        } catch (error) {
          await deps.uploads.removeImage(image);
          throw error;
        }
        if (replaced !== null) await deps.uploads.removeImage(replaced);
        return getContest(params.id);
      },
    );
  };
