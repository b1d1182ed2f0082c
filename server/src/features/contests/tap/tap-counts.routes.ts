import { tapCountsCalls } from '@copup/shared/calls/contests.ts';
import type { TopTapper } from '@copup/shared/tap-contests.ts';
import type { Deps } from '../../../deps.ts';
import { routes } from '../../../routes.ts';
import type { ContestCalls } from '../contest-calls.ts';
import { LatestTops } from '../latest-tops.ts';
import type { Leader } from '../leaderboard.ts';
import { findScore } from '../scores.queries.ts';

/** Who tapped how often: the caller, the ten best and the best. */
export const tapCountsRoutes = (deps: Pick<Deps, 'db' | 'rooms' | 'clock'>, calls: ContestCalls) => {
  const tops = new LatestTops(deps);

  return routes(tapCountsCalls, {
    'GET /tap/user-taps/:id': async ({ viewer, params }) => {
      await calls.state(viewer, 'tap', params.id);
      const own = await findScore(deps.db, params.id, viewer.userId);
      const standing = await calls.standing(params.id, {
        score: own?.score ?? 0,
        rank: undefined,
      });
      return { ...tapCountOf(viewer.userId, viewer.username, standing.score), rank: standing.rank };
    },

    'GET /tap/top-tappers/:id': async ({ viewer, params }) => {
      await calls.state(viewer, 'tap', params.id);
      return (await tops.get(params.id)).map(toTopTapper);
    },

    'GET /tap/highest-tapper/:id': async ({ viewer, params }) => {
      await calls.state(viewer, 'tap', params.id);
      const [best] = await tops.get(params.id);
      return best
        ? toTopTapper(best)
        : { user_id: null, username: null, tapCount: 0, tap_count: 0, profile: '' };
    },
  });
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
