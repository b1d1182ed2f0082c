import { Champion, JoinContestReply, PagedQuery } from '@copup/shared/contests.ts';
import {
  HighestTapper,
  JoinTapBody,
  TapBody,
  TapContest,
  TapContestDetail,
  TapRemainingTime,
  TapReply,
  TopTapper,
  UserTaps,
} from '@copup/shared/tap-contests.ts';
import { IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { type ContestCalls, paged, toPlayer } from '../contest-calls.ts';
import { listChampions } from '../contest-views.queries.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { toContest, type ViewedContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { LatestTops } from '../latest-tops.ts';
import type { Leader } from '../leaderboard.ts';
import type { PlayLane } from '../play-lane.ts';
import { findScore } from '../scores.queries.ts';
import { tapPlay } from './tap.play.ts';
import type { TapInput, TapResult } from './tap-rules.ts';

export interface TapRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  lane: PlayLane<TapInput, TapResult>;
  tops: LatestTops;
}

const tags = ['tap contests'];
const read = { access: 'user', limit: 'read' } as const;
const readOne = { ...read, errors: ['CONTEST_NOT_FOUND'] } as const;

/** The calls of the specification under /tap, beside /tap/payout-history. */
export const tapRoutes =
  (
    deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
    { calls, subject, lane, tops }: TapRoutesParts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tap/contests',
      {
        config: read,
        schema: {
          tags,
          summary: 'Pending and active tap contests, newest first; X-Next-Cursor continues',
          querystring: PagedQuery,
          response: { 200: z.array(TapContest) },
        },
      },
      async ({ viewer, query }, reply) => (await calls.list(reply, viewer, 'tap', query)).map(toTapContest),
    );

    app.post(
      '/tap/join-tap',
      {
        config: {
          access: 'player',
          limit: 'payEntry',
          errors: [
            'CONTEST_NOT_FOUND',
            'CONTEST_NOT_ACTIVE',
            'CONTEST_ENDED',
            'ALREADY_JOINED',
            'NOT_ENOUGH_COINS',
          ],
        },
        schema: {
          tags,
          summary: 'Joins a tap contest and pays its entry fee, once (C1)',
          headers: IdempotencyHeaders,
          body: JoinTapBody,
          response: { 200: JoinContestReply },
        },
      },
      ({ viewer, headers, body }) =>
        joinContest(deps, subject, tapPlay, {
          id: body.tap_contest_id,
          viewer,
          key: headers['idempotency-key'],
        }),
    );

    app.get(
      '/tap/contest/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: "One tap contest and the caller's result",
          params: IdParams,
          response: { 200: TapContestDetail },
        },
      },
      async ({ viewer, params }) => {
        const row = await calls.get(viewer, 'tap', params.id);
        return { ...toTapContest(row), ...(await calls.ownResult(viewer, row)) };
      },
    );

    app.get(
      '/tap/remaining-time/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'Seconds until the end; at most 250 ms old',
          params: IdParams,
          response: { 200: TapRemainingTime },
        },
      },
      ({ viewer, params }) => calls.timeLeft(viewer, 'tap', params.id),
    );

    app.get(
      '/tap/user-taps/:id',
      {
        config: readOne,
        schema: {
          tags,
          summary: "The caller's taps that counted",
          params: IdParams,
          response: { 200: UserTaps },
        },
      },
      async ({ viewer, params }) => {
        await calls.state(viewer, 'tap', params.id);
        const own = await findScore(deps.db, params.id, viewer.userId);
        const standing = await calls.standing(params.id, {
          result: undefined,
          score: own?.score ?? 0,
          rank: undefined,
        });
        return { ...countOf(viewer.userId, viewer.username, standing.score), rank: standing.rank };
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
          summary: 'The best, at most 250 ms old; null where nobody has tapped',
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

    app.post(
      '/tap/tap',
      {
        config: {
          access: 'player',
          limit: 'tap',
          errors: [
            'CONTEST_NOT_FOUND',
            'CONTEST_NOT_ACTIVE',
            'CONTEST_ENDED',
            'DECIDED_TOO_LATE',
            'DEADLINE_PASSED',
            'NOT_JOINED',
          ],
        },
        schema: {
          tags,
          summary: 'One tap, which counts if the bucket of the player has one (C2)',
          body: TapBody,
          response: { 200: TapReply },
        },
      },
      async ({ viewer, body }, reply) => {
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
          ...countOf(viewer.userId, viewer.username, standing.score),
          ...standing,
          accepted,
          dropped,
          server_time: new Date(deps.clock.wallMs()).toISOString(),
        };
      },
    );

    app.get(
      '/tap/winners',
      {
        config: read,
        schema: {
          tags,
          summary: "This month's winners of all contests, newest first (C11); X-Next-Cursor continues",
          querystring: PagedQuery,
          response: { 200: z.array(Champion) },
        },
      },
      async ({ query }, reply) =>
        paged(reply, await listChampions(deps.db, { ...query, limit: query.limit + 1 }), query),
    );
  };

const toTapContest = (row: ViewedContest) => ({
  ...toContest(row),
  bid_points_worth: row.prize,
  min_users: row.minimumUsers,
});

const countOf = (userId: string, username: string, taps: number) => ({
  user_id: userId,
  username,
  tapCount: taps,
  tap_count: taps,
});

const toTopTapper = ({ userId, username, profile, score }: Leader): TopTapper => ({
  ...countOf(userId, username, score),
  profile: profile ?? '',
});
