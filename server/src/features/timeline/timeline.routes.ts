import { HoldsReply, TimelineQuery, TimelineReply } from '@copup/shared/timeline.ts';
import { CursorQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { readOpenHolds } from '../../timeline/open-holds.ts';
import { readTimeline } from '../../timeline/read-timeline.ts';

const tags = ['users'];
const config = { access: 'user', limit: 'read' } as const;

/** The signed-in user's own coins (W11, X2); no other user's wallet can be addressed. */
export const timelineRoutes =
  ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>): FastifyPluginAsyncZod =>
  async (app) => {
    const describeSubjects = (subjects: Parameters<AllFeatures['describeSubjects']>[0]) =>
      all.describeSubjects(subjects);

    app.get(
      '/user/timeline',
      {
        config,
        schema: {
          tags,
          summary: 'Every change of the own wallet with its cause and the balances after it, newest first',
          description:
            'Pass `next` as `before` for the next page. With a filter a page may be short before the end.',
          querystring: TimelineQuery,
          response: { 200: TimelineReply },
        },
      },
      async ({ viewer, query }) => {
        const { entries, next } = await readTimeline({ db, describeSubjects }, viewer.userId, query);
        return { items: entries.map(({ transfer_id: _, ...entry }) => entry), next };
      },
    );

    app.get(
      '/user/holds',
      {
        config,
        schema: {
          tags,
          summary: 'What the held coins are reserved for, newest first',
          querystring: CursorQuery,
          response: { 200: HoldsReply },
        },
      },
      ({ viewer, query }) => readOpenHolds({ db, describeSubjects }, viewer.userId, query),
    );
  };
