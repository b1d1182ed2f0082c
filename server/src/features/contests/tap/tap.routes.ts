import { tapCalls } from '@copup/shared/calls/contests.ts';
import type { Deps } from '../../../deps.ts';
import { paged } from '../../../paged.ts';
import { routes } from '../../../routes.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import { listChampions } from '../contest-views.queries.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { toContest, type ViewedContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { PlayLane } from '../play-lane.ts';
import { tapPlay } from './tap.play.ts';
import { tapCountOf } from './tap-counts.routes.ts';
import type { TapInput, TapResult } from './tap-rules.ts';

export interface TapRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  lane: PlayLane<TapInput, TapResult>;
}

/** The calls of tap contests, of joining and of tapping; the counts of taps are in tap-counts.routes.ts. */
export const tapRoutes = (
  deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
  { calls, subject, lane }: TapRoutesParts,
) =>
  routes(tapCalls, {
    'GET /tap/contests': async ({ viewer, query }, reply) =>
      (await calls.list(reply, viewer, 'tap', query)).map(toTapContest),

    'POST /tap/join-tap': ({ viewer, key, body }) =>
      joinContest(deps, subject, tapPlay, {
        id: body.tap_contest_id,
        viewer,
        key,
        payWith: body.pay_with,
      }),

    'GET /tap/contest/:id': async ({ viewer, params }) => {
      const row = await calls.get(viewer, 'tap', params.id);
      return { ...toTapContest(row), ...(await calls.ownResult(viewer, row)) };
    },

    'GET /tap/remaining-time/:id': ({ viewer, params }) => calls.timeLeft(viewer, 'tap', params.id),

    'POST /tap/tap': async ({ viewer, body }, reply) => {
      const id = body.tap_contest_id;
      const nowMs = deps.clock.wallMs();
      const played = await lane.submit(
        String(id),
        { player: toPlayer(viewer), input: { count: 1 } },
        nowMs - reply.elapsedTime,
      );
      const standing = await calls.standing(id, played);
      const { accepted, dropped } = played.result;
      return {
        ...tapCountOf(viewer.userId, viewer.username, standing.score),
        ...standing,
        accepted,
        dropped,
        server_time: new Date(deps.clock.wallMs()).toISOString(),
      };
    },

    'GET /tap/winners': async ({ query }, reply) =>
      paged(reply, await listChampions(deps.db, query)).map((row) => ({
        ...row,
        timestamp: row.timestamp.toISOString(),
      })),
  });

const toTapContest = (row: ViewedContest) => ({
  ...toContest(row),
  bid_points_worth: row.prize,
  min_users: row.minimumUsers,
});
