import { Champion, JoinContestReply } from '@copup/shared/contests.ts';
import {
  JoinTapBody,
  TapBody,
  TapContest,
  TapContestDetail,
  TapRemainingTime,
  TapReply,
} from '@copup/shared/tap-contests.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { paged } from '../../../paged.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import { listChampions } from '../contest-views.queries.ts';
import type { ContestSubject } from '../contests.subject.ts';
import { toContest, type ViewedContest } from '../contests.wire.ts';
import { joinContest } from '../join-contest.ts';
import type { PlayLane } from '../play-lane.ts';
import { join, playErrors, readList, readOne } from '../route-configs.ts';
import { tapPlay } from './tap.play.ts';
import { tapCountOf } from './tap-counts.routes.ts';
import type { TapInput, TapResult } from './tap-rules.ts';

export interface TapRoutesParts {
  calls: ContestCalls;
  subject: ContestSubject;
  lane: PlayLane<TapInput, TapResult>;
}

const tags = ['tap contests'];

/** The calls of tap contests, of joining and of tapping; the counts of taps are in tap-counts.routes.ts. */
export const tapRoutes =
  (
    deps: Pick<Deps, 'db' | 'newId' | 'clock'>,
    { calls, subject, lane }: TapRoutesParts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tap/contests',
      {
        config: readList,
        schema: {
          tags,
          summary: 'Pending and active tap contests, newest first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(TapContest) },
        },
      },
      async ({ viewer, query }, reply) => (await calls.list(reply, viewer, 'tap', query)).map(toTapContest),
    );

    app.post(
      '/tap/join-tap',
      {
        config: join,
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
          payWith: body.pay_with,
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

    app.post(
      '/tap/tap',
      {
        config: {
          access: 'player',
          limit: 'tap',
          errors: playErrors,
        },
        schema: {
          tags,
          summary: 'One tap, which counts if the player’s bucket allows it (C2)',
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
          ...tapCountOf(viewer.userId, viewer.username, standing.score),
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
        config: readList,
        schema: {
          tags,
          summary: "This month's winners of all contests, newest first (C11); X-Next-Cursor continues",
          querystring: CursorQuery,
          response: { 200: z.array(Champion) },
        },
      },
      async ({ query }, reply) =>
        paged(reply, await listChampions(deps.db, query)).map((row) => ({
          ...row,
          timestamp: row.timestamp.toISOString(),
        })),
    );
  };

const toTapContest = (row: ViewedContest) => ({
  ...toContest(row),
  bid_points_worth: row.prize,
  min_users: row.minimumUsers,
});
