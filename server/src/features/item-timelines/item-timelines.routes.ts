import { ItemParams, ItemTimeline, ItemTimelineQuery } from '@copup/shared/item-timeline.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { readItemTimeline } from '../../operators/item-timeline.ts';

/** Users have UUIDs, all other items whole numbers. */
export const isIdOf = (kind: string, id: string): boolean => (kind === 'user') === id.includes('-');

/** /api/admin/timelines/{kind}/{id}. */
export const itemTimelinesRoutes =
  (
    { db }: Pick<Deps, 'db'>,
    all: Pick<AllFeatures, 'describeSubjects' | 'timelines'>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/timelines/:kind/:id',
      {
        config: { access: 'operator', limit: 'admin', errors: ['NOT_FOUND'] },
        schema: {
          tags: ['operators: timelines'],
          summary: 'What happened to one item, newest first, and the items that belong to it',
          description: 'Pass `next` as `before` for the next page.',
          params: ItemParams,
          querystring: ItemTimelineQuery,
          response: { 200: ItemTimeline },
        },
      },
      async ({ params: { kind, id }, query: { limit, before, source } }) => {
        const timeline = all.timelines[kind];
        const describeSubjects = (subjects: Parameters<AllFeatures['describeSubjects']>[0]) =>
          all.describeSubjects(subjects);
        const read =
          timeline && isIdOf(kind, id)
            ? await readItemTimeline({ db, describeSubjects }, timeline, id, { limit, before, source })
            : undefined;
        if (!read) throw new Refusal('NOT_FOUND', `There is no ${kind.replace('-', ' ')} ${id}.`);
        return read;
      },
    );
  };
