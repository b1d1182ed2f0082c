import { HighestTapper, TopTapper, UserTaps } from '@copup/shared/tap-contests.ts';
import { IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { ContestCalls } from '../contest-calls.ts';
import { LatestTops } from '../latest-tops.ts';
import type { Leader } from '../leaderboard.ts';
import { readOne } from '../route-configs.ts';
import { findScore } from '../scores.queries.ts';

const tags = ['tap contests'];

/** Who tapped how often: the caller, the ten best and the best. */
export const tapCountsRoutes =
  (deps: Pick<Deps, 'db' | 'rooms' | 'clock'>, calls: ContestCalls): FastifyPluginAsyncZod =>
  async (app) => {
    const tops = new LatestTops(deps);

    app.get(
      '/tap/user-taps/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: "The user's counted taps",
          params: IdParams,
          response: { 200: UserTaps },
        },
      },
      async ({ viewer, params }) => {
        await calls.state(viewer, 'tap', params.id);
        const own = await findScore(deps.db, params.id, viewer.userId);
        const standing = await calls.standing(params.id, {
          score: own?.score ?? 0,
          rank: undefined,
        });
        return { ...tapCountOf(viewer.userId, viewer.username, standing.score), rank: standing.rank };
      },
    );

    app.get(
      '/tap/top-tappers/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'The ten best, at most 250 ms old',
          params: IdParams,
          response: { 200: z.array(TopTapper) },
        },
      },
      async ({ viewer, params }) => {
        await calls.state(viewer, 'tap', params.id);
        return (await tops.get(params.id)).map(toTopTapper);
      },
    );

    app.get(
      '/tap/highest-tapper/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'The highest tapper, at most 250 ms old; null without taps',
          params: IdParams,
          response: { 200: HighestTapper },
        },
      },
      async ({ viewer, params }) => {
        await calls.state(viewer, 'tap', params.id);
        const [best] = await tops.get(params.id);
        return best
          ? toTopTapper(best)
          : { user_id: null, username: null, tapCount: 0, tap_count: 0, profile: '' };
      },
    );
  };

/** Both names for the number of taps are the specification's. */
export const tapCountOf = (userId: string, username: string, taps: number) => ({
  user_id: userId,
  username,
  tapCount: taps,
  tap_count: taps,
});

const toTopTapper = ({ userId, username, profile, score }: Leader): TopTapper => ({
  ...tapCountOf(userId, username, score),
  profile: profile ?? '',
});
