import { Consequences, ConsequencesParams } from '@copup/shared/consequences.ts';
import { ItemParams, ItemTimeline, ItemTimelineQuery } from '@copup/shared/item-timeline.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { toConsequences } from '../../operators/consequences.ts';
import { readItemTimeline } from '../../operators/item-timeline.ts';

/** Users have UUIDs, all other items whole numbers. */
export const isIdOf = (kind: string, id: string): boolean => (kind === 'user') === id.includes('-');

const noItem = (kind: string, id: string) =>
  new Refusal('NOT_FOUND', `There is no ${kind.replace('-', ' ')} ${id}.`);

/** /api/admin/timelines/{kind}/{id} and /api/admin/consequences/{action}/{id}. */
export const itemTimelinesRoutes =
  (
    { db }: Pick<Deps, 'db'>,
    all: Pick<AllFeatures, 'describeSubjects' | 'outlooks' | 'timelines'>,
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
        const reader = { db, describeSubjects: all.describeSubjects };
        const read =
          timeline && isIdOf(kind, id)
            ? await readItemTimeline(reader, timeline, id, { limit, before, source })
            : undefined;
        if (!read) throw noItem(kind, id);
        return read;
      },
    );

    app.get(
      '/admin/consequences/:action/:id',
      {
        config: { access: 'operator', limit: 'admin', errors: ['NOT_FOUND'] },
        schema: {
          tags: ['operators: timelines'],
          summary: 'What an action on an item would do now, in numbers, before it is carried out',
          params: ConsequencesParams,
          response: { 200: Consequences },
        },
      },
      async ({ params: { action, id } }) => {
        const [kind = ''] = action.split('.');
        const outlook = isIdOf(kind, id) ? await all.outlooks[action]?.(db, id) : undefined;
        if (!outlook) throw noItem(kind, id);
        return toConsequences(outlook);
      },
    );
  };
